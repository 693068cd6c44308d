import { useState } from 'react';
import { planFacts } from '../../../lib/plan-texts.ts';
import { useStarterPlan } from '../../../lib/starter-plan.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import styles from '../account.module.css';
import { NewAccountFields, readNewAccount } from '../NewAccountFields.tsx';
import { MailboxNote, useDeliveryTexts } from '../sign-in/mail-delivery.tsx';
import { callbackUrl } from '../sign-in/emails.ts';
import { guestUpgradeTexts as texts } from '../sign-in/texts.ts';
import { SubmitForm } from '../SubmitForm.tsx';
import { EmailCode } from './EmailCode.tsx';

interface GuestUpgradeFormProps {
  /** The page that the confirmation link opens. */
  readonly target: string;
  /** The guest's messages a day. Null if unknown, for example on pages that don't load the usage. */
  readonly messagesPerDay?: number | null;
}

/** Keeps the user id, so that the guest's chats stay [ACCT-035]. */
export function GuestUpgradeForm({ target, messagesPerDay = null }: GuestUpgradeFormProps) {
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
      <Changes guestLimit={messagesPerDay} />
      <NewAccountFields />
    </SubmitForm>
  );
}

/** Lists what changes with an account. A guest of the demo may have more messages a day. */
function Changes({ guestLimit }: { readonly guestLimit: number | null }) {
  const plan = useStarterPlan();
  const messages = planFacts.messages(plan);
  return (
    <div className={styles.changes}>
      <p>{texts.changes}</p>
      <ul>
        <li>{texts.keeping({ time: planFacts.history(plan) })}</li>
        <li>
          {guestLimit === null || guestLimit === plan.messagesPerDay
            ? messages
            : texts.asGuest({ messages, count: guestLimit })}
        </li>
      </ul>
    </div>
  );
}
