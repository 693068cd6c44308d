import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { showToast } from '../../../lib/toast.ts';
import { usePage } from '../../../lib/use-page.ts';
import { useSignOut } from '../../../lib/use-sign-out.ts';
import { sentenceOfAuth } from '../auth-failure.ts';
import { EntryCard } from '../EntryCard.tsx';
import card from '../EntryCard.module.css';
import { field } from '../form-field.ts';
import { SectionError } from '../Section.tsx';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { cleanCode } from './mails.ts';
import { mailedTexts, secondFactorTexts as texts } from './texts.ts';

/** Asks for the second factor of a session that has not used it yet. The page leads on when the session has. */
export function SecondFactor() {
  const heading = usePage(texts.title);
  const signOut = useSignOut();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const code = cleanCode(field(new FormData(form), 'code'));
    setFault(/^\d{6}$/.test(code) ? null : texts.missing);
    if (!/^\d{6}$/.test(code)) return;
    setBusy(true);
    try {
      await confirmSecondFactor(code);
      showToast(mailedTexts.done);
    } catch (error) {
      setFault(sentenceOfAuth(error));
      form.querySelector('input')?.select();
    } finally {
      setBusy(false);
    }
  };
  return (
    <EntryCard heading={heading} title={texts.title} lead={texts.lead}>
      <form className={card.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={texts.label}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
        />
        {fault && <SectionError>{fault}</SectionError>}
        <Button type="submit" size="large" isWide disabled={isBusy}>
          {isBusy ? texts.busy : texts.submit}
        </Button>
        {signOut && (
          <Button look="plain" onClick={() => void signOut()}>
            {texts.leave}
          </Button>
        )}
      </form>
    </EntryCard>
  );
}
