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
 * Turns a guest into an account. It stays the same user in every table, so their chats stay [ACCT-035].
 *
 * @param target where the link in the confirmation email leads
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
    // The token still names a guest, and the service reads the plan from the token.
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
