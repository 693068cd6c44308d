import type { FormEvent } from 'react';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { showToast } from '../../../lib/toast.ts';
import { cleanCode } from '../entry/mails.ts';
import { field } from '../form-field.ts';
import styles from '../forms.module.css';
import { SectionError } from '../Section.tsx';
import { useAuthAct } from '../use-auth-act.ts';
import { profileTexts as texts } from './texts.ts';

/** The code of one of the two mails of a change of email. */
export function EmailCode({ email }: { readonly email: string }) {
  const { isBusy, fault, run } = useAuthAct();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = cleanCode(field(new FormData(event.currentTarget), 'code'));
    void run(async ({ auth }) => {
      const { data, error } = await auth.verifyOtp({ email, token, type: 'email_change' });
      if (error) throw error;
      // The first of the two opens no new session: the second one does.
      showToast(data.session ? texts.changed : texts.half);
      await auth.refreshSession();
    });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={texts.codeOf(email)}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={12}
      />
      {fault && <SectionError>{fault}</SectionError>}
      <div>
        <Button type="submit" size="small" look="outlined" disabled={isBusy}>
          {isBusy ? texts.confirming : texts.confirm}
        </Button>
      </div>
    </form>
  );
}
