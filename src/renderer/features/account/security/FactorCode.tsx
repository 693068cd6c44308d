import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { cleanCode } from '../entry/mails.ts';
import { field } from '../form-field.ts';
import styles from '../forms.module.css';
import { SectionError } from '../Section.tsx';
import { useAuthAct } from '../use-auth-act.ts';
import { factorTexts } from './texts.ts';

interface FactorCodeProps {
  readonly texts: { readonly submit: string; readonly busy: string; readonly cancel: string };
  readonly hint?: string;
  /** Uses the code. Rejects with what the service said. */
  readonly onCode: (code: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Asks for the code that an authenticator app shows, before something is done with that app. */
export function FactorCode({ texts, hint, onCode, onCancel }: FactorCodeProps) {
  const { isBusy, fault, run } = useAuthAct();
  const form = useRef<HTMLFormElement>(null);
  // It appears in the place of the button that was pressed.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = cleanCode(field(new FormData(event.currentTarget), 'code'));
    void run(() => onCode(code));
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit}>
      <TextField
        label={factorTexts.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={9}
        hint={hint}
      />
      {fault && <SectionError>{fault}</SectionError>}
      <div className={styles.actions}>
        <Button type="submit" size="small" disabled={isBusy}>
          {isBusy ? texts.busy : texts.submit}
        </Button>
        <Button size="small" look="outlined" disabled={isBusy} onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
