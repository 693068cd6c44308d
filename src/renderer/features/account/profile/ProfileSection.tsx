import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { paths } from '../../../lib/paths.ts';
import type { SessionUser } from '../../../lib/session.tsx';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import { useUsage } from '../../../lib/usage.ts';
import styles from '../account.module.css';
import { Section } from '../Section.tsx';
import { MailboxNote, useDeliveryTexts } from '../sign-in/mail-delivery.tsx';
import { callbackUrl } from '../sign-in/emails.ts';
import { guestUpgradeTexts } from '../sign-in/texts.ts';
import { field, SubmitForm } from '../SubmitForm.tsx';
import { profileTexts as texts } from '../texts.ts';
import { EmailCode } from './EmailCode.tsx';
import { GuestUpgradeForm } from './GuestUpgradeForm.tsx';

interface ProfileSectionProps {
  readonly user: SessionUser;
  /** The computer's owner signs in without an email. */
  readonly isOwner: boolean;
}

/** For guests, offers to create an account. */
export function ProfileSection({ user, isOwner }: ProfileSectionProps) {
  const usage = useUsage();
  if (!user.isAnonymous)
    return (
      <Section id="profile" scope="account">
        <NameForm key={user.name} name={user.name} />
        {!isOwner && <EmailForm user={user} />}
      </Section>
    );
  return (
    <Section id="profile" scope="account">
      <div className={styles.stack}>
        <div>
          <h4>{guestUpgradeTexts.title}</h4>
          <p>{guestUpgradeTexts.lead}</p>
        </div>
        <GuestUpgradeForm
          target={paths.account}
          messagesPerDay={usage?.plan === 'guest' ? usage.limit : null}
        />
      </div>
    </Section>
  );
}

function NameForm({ name }: { readonly name: string }) {
  const [isChanged, setChanged] = useState(false);
  const submit = async (data: FormData) => {
    const newName = field(data, 'name').trim();
    if (newName === '') return texts.nameMissing;
    const { auth } = await getSupabase();
    const { error } = await auth.updateUser({ data: { name: newName } });
    if (error) throw error;
    setChanged(false);
    showToast(texts.saved);
  };
  return (
    <SubmitForm texts={texts.nameForm} canSubmit={isChanged} isChecked={false} onSubmit={submit}>
      <TextField
        label={texts.name}
        name="name"
        autoComplete="name"
        maxLength={200}
        defaultValue={name}
        hint={texts.nameHint}
        onChange={() => setChanged(true)}
      />
    </SubmitForm>
  );
}

/** The change must be confirmed with the codes or links sent to both the old and the new email. */
function EmailForm({ user }: { readonly user: SessionUser }) {
  const delivery = useDeliveryTexts();
  const [isOpen, setOpen] = useState(false);
  const submit = async (data: FormData) => {
    const email = field(data, 'new-email').trim();
    if (email.toLowerCase() === user.email.toLowerCase()) return texts.sameEmail;
    const { auth } = await getSupabase();
    const { error } = await auth.updateUser({ email }, { emailRedirectTo: callbackUrl(paths.account) });
    if (error) throw error;
    setOpen(false);
  };
  return (
    <div className={styles.stack}>
      <div>
        <h4>{texts.email}</h4>
        <p className={styles.email}>{user.email}</p>
      </div>
      {user.newEmail && (
        <>
          <p>{delivery.changeLead({ from: user.email, to: user.newEmail })}</p>
          <MailboxNote />
          <EmailCode key={`to ${user.newEmail}`} email={user.newEmail} />
          <EmailCode key={`from ${user.email}`} email={user.email} />
        </>
      )}
      {isOpen ? (
        <SubmitForm texts={texts.emailForm} onSubmit={submit}>
          <TextField
            label={texts.newEmail}
            name="new-email"
            type="email"
            autoComplete="email"
            required
            hint={delivery.changeHint}
          />
        </SubmitForm>
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
