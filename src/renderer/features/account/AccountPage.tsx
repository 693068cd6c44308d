import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { type SessionUser, useSession } from '../../lib/session.tsx';
import { usePage } from '../../lib/use-page.ts';
import { useSignOut } from '../../lib/use-sign-out.ts';
import styles from './AccountPage.module.css';
import { AppearanceSection } from './appearance/AppearanceSection.tsx';
import { DataSection } from './data/DataSection.tsx';
import { DeleteAccount } from './data/DeleteAccount.tsx';
import type { FormatChat } from './data/export-account.ts';
import { ApiKeysSection } from './keys/ApiKeysSection.tsx';
import { PrivacySection } from './privacy/PrivacySection.tsx';
import { ProfileSection } from './profile/ProfileSection.tsx';
import { Section } from './Section.tsx';
import type { SectionId } from './section-texts.ts';
import { SectionNav } from './SectionNav.tsx';
import { PasswordSection } from './security/PasswordSection.tsx';
import { SecondFactorSection } from './security/SecondFactorSection.tsx';
import { SessionsSection } from './security/SessionsSection.tsx';
import { accountTexts as texts } from './texts.ts';
import { UsageSection } from './usage/UsageSection.tsx';

const ofAccounts: readonly SectionId[] = [
  'profile',
  'password',
  'second-factor',
  'sessions',
  'plan',
  'keys',
  'appearance',
  'computer',
  'privacy',
  'data',
];
/** A guest has no password and no second factor yet. */
const ofGuests: readonly SectionId[] = [
  'profile',
  'plan',
  'keys',
  'appearance',
  'computer',
  'privacy',
  'data',
];

/** The owner of a computer signs in without an account: nothing to prove, nobody to share with, no other device. */
const ofOwners: readonly SectionId[] = ['profile', 'plan', 'appearance', 'computer', 'data'];

export interface AccountPageProps {
  /** Brings what writes a chat's file; it belongs to the chats. */
  readonly formatChat: FormatChat;
  /** The settings of the computer, where the app has any; they belong to the desktop app. */
  readonly computer?: ReactNode;
  /** Erases everything on this computer. Given to its owner alone, who has no account to delete. */
  readonly erase?: ReactNode;
}

/** Everything about one's own account, section by section. */
export function AccountPage(props: AccountPageProps) {
  const { user } = useSession();
  return user && <Account user={user} {...props} />;
}

function Account({ user, formatChat, computer, erase }: AccountPageProps & { readonly user: SessionUser }) {
  const heading = usePage(texts.title);
  const signOut = useSignOut();
  const isOwner = Boolean(erase);
  const shown = isOwner ? ofOwners : user.isAnonymous ? ofGuests : ofAccounts;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {texts.title}
          </h1>
          <p>
            {isOwner ? texts.owner : user.email} · {user.plan ? texts.plans[user.plan] : '…'}
          </p>
        </div>
        {signOut && (
          <Button look="outlined" onClick={() => void signOut()}>
            {texts.signOut}
          </Button>
        )}
      </header>
      <div className={styles.columns}>
        <SectionNav shown={shown.filter((id) => id !== 'computer' || Boolean(computer))} />
        <div className={styles.sections}>
          <ProfileSection user={user} isOwner={isOwner} />
          {shown.includes('password') && (
            <>
              <PasswordSection />
              <SecondFactorSection user={user} />
              <SessionsSection user={user} />
            </>
          )}
          <UsageSection user={user} formatChat={formatChat} isOwner={isOwner} />
          {shown.includes('keys') && <ApiKeysSection user={user} />}
          <AppearanceSection userId={user.id} />
          {computer && <Section id="computer">{computer}</Section>}
          {shown.includes('privacy') && <PrivacySection user={user} />}
          <DataSection formatChat={formatChat} end={erase ?? <DeleteAccount />} />
        </div>
      </div>
    </div>
  );
}
