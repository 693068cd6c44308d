import { useState } from 'react';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import styles from '../account.module.css';
import { NewAccountFields, readNewAccount } from '../NewAccountFields.tsx';
import { MailboxNote, useDeliveryTexts } from '../sign-in/mail-delivery.tsx';
import { callbackUrl } from '../sign-in/mails.ts';
import { guestUpgradeTexts as texts } from '../sign-in/texts.ts';
import { SubmitForm } from '../SubmitForm.tsx';
import { EmailCode } from './EmailCode.tsx';

/**
 * Keeps the user id, so that the guest's chats stay [ACCT-035].
 *
 * @param target the page that the confirmation link opens
 */
export function GuestUpgradeForm({ target }: { readonly target: string }) {
  const delivery = useDeliveryTexts();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const submit = async (form: FormData) => {
    const { name, email, password } = readNewAccount(form);
    const { auth } = await getSupabase();
    const { data, error } = await auth.updateUser(
      { email, password, data: { name, email, isDemo: false } },
      { emailRedirectTo: callbackUrl(target) },
    );
    if (error) throw error;
    if (data.user.is_anonymous) return setUnconfirmed(email);
    // The current token still contains the guest plan.
    await auth.refreshSession();
    showToast(texts.done);
  };
  if (unconfirmed !== null)
    return (
      <div className={styles.stack}>
        <p>{delivery.upgradeLead({ email: unconfirmed })}</p>
        <MailboxNote />
        <EmailCode email={unconfirmed} />
      </div>
    );
  return (
    <SubmitForm texts={texts} onSubmit={submit}>
      <NewAccountFields />
    </SubmitForm>
  );
}
