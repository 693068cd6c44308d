import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { showToast } from '../../../lib/toast.ts';
import { callbackUrl } from '../entry/mails.ts';
import styles from '../forms.module.css';
import { NewAccountFields, readNewAccount } from '../NewAccountFields.tsx';
import { SectionError } from '../Section.tsx';
import { useAuthAct } from '../use-auth-act.ts';
import { EmailCode } from './EmailCode.tsx';
import { upgradeTexts as texts } from './texts.ts';

/** Turns a guest into an account: the same person to every table, so that every chat stays [ACCT-035]. */
export function GuestUpgrade() {
  return (
    <div className={styles.stack}>
      <div>
        <h3 className={styles.subtitle}>{texts.title}</h3>
        <p>{texts.lead}</p>
      </div>
      <GuestUpgradeForm target={paths.account} />
    </div>
  );
}

/** @param target where the link in the confirmation mail leads */
export function GuestUpgradeForm({ target }: { readonly target: string }) {
  const { isBusy, fault, run } = useAuthAct();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { name, email, password } = readNewAccount(event.currentTarget);
    void run(async ({ auth }) => {
      const { data, error } = await auth.updateUser(
        { email, password, data: { name, email, isDemo: false } },
        { emailRedirectTo: callbackUrl(target) },
      );
      if (error) throw error;
      if (data.user.is_anonymous) return setUnconfirmed(email);
      // The token still names a guest, and the service reads the plan by the token.
      await auth.refreshSession();
      showToast(texts.done);
    });
  };
  if (unconfirmed !== null)
    return (
      <div className={styles.stack}>
        <p>{texts.confirm(unconfirmed)}</p>
        <EmailCode email={unconfirmed} />
      </div>
    );
  return (
    <form className={styles.form} onSubmit={submit}>
      <NewAccountFields />
      {fault && <SectionError>{fault}</SectionError>}
      <div>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? texts.busy : texts.submit}
        </Button>
      </div>
    </form>
  );
}
