import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { paths } from '../../../lib/paths.ts';
import type { SessionUser } from '../../../lib/session.tsx';
import { callbackUrl } from '../entry/mails.ts';
import { field } from '../form-field.ts';
import styles from '../forms.module.css';
import { SectionError } from '../Section.tsx';
import { useAuthAct } from '../use-auth-act.ts';
import { EmailCode } from './EmailCode.tsx';
import { profileTexts as texts } from './texts.ts';

/** The address, and its change, to which both mailboxes have to agree. */
export function EmailForm({ user }: { readonly user: SessionUser }) {
  const { isBusy, fault, setFault, run } = useAuthAct();
  const [isOpen, setOpen] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = field(new FormData(event.currentTarget), 'new-email').trim();
    if (email.toLowerCase() === user.email.toLowerCase()) return setFault(texts.sameEmail);
    void run(async ({ auth }) => {
      const { error } = await auth.updateUser({ email }, { emailRedirectTo: callbackUrl(paths.account) });
      if (error) throw error;
      setOpen(false);
    });
  };
  return (
    <div className={styles.stack}>
      <div>
        <h3 className={styles.subtitle}>{texts.email}</h3>
        <p className={styles.name}>{user.email}</p>
      </div>
      {user.newEmail && (
        <>
          <p>{texts.pending(user.email, user.newEmail)}</p>
          <EmailCode key={`to ${user.newEmail}`} email={user.newEmail} />
          <EmailCode key={`from ${user.email}`} email={user.email} />
        </>
      )}
      {isOpen ? (
        <form className={styles.form} onSubmit={submit}>
          <TextField
            label={texts.newEmail}
            name="new-email"
            type="email"
            autoComplete="email"
            required
            hint={texts.emailHint}
          />
          {fault && <SectionError>{fault}</SectionError>}
          <div>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? texts.sending : texts.change}
            </Button>
          </div>
        </form>
      ) : (
        <div>
          <Button size="small" look="outlined" onClick={() => setOpen(true)}>
            {texts.change}
          </Button>
        </div>
      )}
    </div>
  );
}
