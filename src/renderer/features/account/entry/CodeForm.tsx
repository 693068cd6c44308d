import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { showToast } from '../../../lib/toast.ts';
import { sentenceOfAuth } from '../auth-failure.ts';
import card from '../EntryCard.module.css';
import { field } from '../form-field.ts';
import { SectionError } from '../Section.tsx';
import { cleanCode } from './mails.ts';
import { codeTexts as texts } from './texts.ts';

/** The service sends one mail a minute to an address (ms). */
const betweenMails = 60_000;

export interface CodeFormProps {
  /** Uses the code. Rejects with what the service said. */
  readonly onCode: (code: string) => Promise<void>;
  /** Sends the mail again. */
  readonly onResend: () => Promise<void>;
  readonly hint?: string;
}

/** Types a mailed code, or has the mail sent once more. */
export function CodeForm({ onCode, onResend, hint = texts.hint }: CodeFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = cleanCode(field(new FormData(event.currentTarget), 'code'));
    setFault(code === '' ? texts.missing : null);
    if (code === '') return;
    setBusy(true);
    try {
      await onCode(code);
    } catch (error) {
      setFault(sentenceOfAuth(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={card.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={texts.label}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        hint={hint}
      />
      {fault && <SectionError>{fault}</SectionError>}
      <Button type="submit" size="large" isWide disabled={isBusy}>
        {isBusy ? texts.busy : texts.submit}
      </Button>
      <ResendButton onResend={onResend} onFault={setFault} />
    </form>
  );
}

interface ResendButtonProps {
  readonly onResend: () => Promise<void>;
  readonly onFault: (fault: string | null) => void;
}

/** Rests after each mail for as long as the service would refuse the next one. */
function ResendButton({ onResend, onFault }: ResendButtonProps) {
  const [state, setState] = useState<'resting' | 'ready' | 'sending'>('resting');
  useEffect(() => {
    if (state !== 'resting') return;
    const timer = setTimeout(() => setState('ready'), betweenMails);
    return () => clearTimeout(timer);
  }, [state]);
  const resend = async () => {
    setState('sending');
    onFault(null);
    try {
      await onResend();
      showToast(texts.sentAgain);
      setState('resting');
    } catch (error) {
      onFault(sentenceOfAuth(error));
      setState('ready');
    }
  };
  return (
    <Button look="plain" disabled={state !== 'ready'} onClick={() => void resend()}>
      {state === 'sending' ? texts.sending : texts.again}
    </Button>
  );
}
