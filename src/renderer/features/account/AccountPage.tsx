import { Fragment, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { ColorSchemeControl } from '../../components/ColorSchemeControl.tsx';
import { ReplyDisplayControl } from '../../components/ReplyDisplayControl.tsx';
import { replyDisplayTexts } from '../../components/reply-display-texts.ts';
import { choiceTexts } from '../../components/texts.ts';
import { type SessionUser, useSession } from '../../lib/session.tsx';
import { usePage } from '../../lib/use-page.ts';
import { useSignOut } from '../../lib/use-sign-out.ts';
import styles from './account.module.css';
import { ApiKeysSection } from './api-keys/ApiKeysSection.tsx';
import type { FormatChat } from './export/export-account.ts';
import { ExportSection } from './export/ExportSection.tsx';
import { PlanSection } from './plan/PlanSection.tsx';
import { PrivacySection } from './privacy/PrivacySection.tsx';
import { ProfileSection } from './profile/ProfileSection.tsx';
import { Section } from './Section.tsx';
import { SecondFactorSection } from './security/SecondFactorSection.tsx';
import { SessionsSection } from './security/SessionsSection.tsx';
import { PasswordForm } from './sign-in/PasswordForm.tsx';
import { accountTexts as texts, type SectionId, sections } from './texts.ts';

const allSections = Object.keys(sections) as SectionId[];
/** A guest has no password and no second factor yet. */
const forAccountsOnly = new Set<SectionId>(['password', 'second-factor', 'sessions']);
/** The owner of a computer uses no account: no sign-in, no administrators, no other devices. */
const notForOwners = new Set<SectionId>([...forAccountsOnly, 'keys', 'privacy']);
const noneLeftOut: ReadonlySet<SectionId> = new Set();

interface AccountPageProps {
  /** Writes a chat as a file. */
  readonly formatChat: FormatChat;
  /** What is stored on this device. */
  readonly device: (userId: string) => ReactNode;
  /** The settings of the computer, in the desktop app. */
  readonly computer?: ReactNode;
  /** Erases all data on this computer. Only its owner gets this, because they have no account to delete. */
  readonly erase?: ReactNode;
}

export function AccountPage(props: AccountPageProps) {
  const { user } = useSession();
  return user && <Account user={user} {...props} />;
}

function Account({
  user,
  formatChat,
  device,
  computer,
  erase,
}: AccountPageProps & { readonly user: SessionUser }) {
  const heading = usePage(texts.title);
  const signOut = useSignOut();
  const isOwner = Boolean(erase);
  const leftOut = isOwner ? notForOwners : user.isAnonymous ? forAccountsOnly : noneLeftOut;
  const shown = allSections.filter((id) => !leftOut.has(id) && (id !== 'computer' || Boolean(computer)));
  const contents: Readonly<Record<SectionId, ReactNode>> = {
    profile: <ProfileSection user={user} isOwner={isOwner} />,
    password: (
      <Section id="password" lead={texts.passwordLead}>
        <PasswordForm />
      </Section>
    ),
    'second-factor': <SecondFactorSection userId={user.id} />,
    sessions: <SessionsSection userId={user.id} />,
    plan: <PlanSection userId={user.id} formatChat={formatChat} isOwner={isOwner} />,
    keys: <ApiKeysSection user={user} />,
    appearance: <AppearanceSection userId={user.id} />,
    device: (
      <Section id="device" lead={texts.deviceLead}>
        {device(user.id)}
      </Section>
    ),
    computer: <Section id="computer">{computer}</Section>,
    privacy: <PrivacySection userId={user.id} />,
    data: <ExportSection formatChat={formatChat} erase={erase} />,
  };
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
        <nav className={styles.nav} aria-label={texts.sections}>
          <ul>
            {shown.map((id) => (
              <li key={id}>
                <a href={`#${id}`}>{sections[id]}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.sections}>
          {shown.map((id) => (
            <Fragment key={id}>{contents[id]}</Fragment>
          ))}
        </div>
      </div>
    </div>
  );
}

function AppearanceSection({ userId }: { readonly userId: string }) {
  return (
    <Section id="appearance" lead={texts.appearanceLead}>
      <div className={styles.stack}>
        <h3>{choiceTexts.scheme}</h3>
        <div>
          <ColorSchemeControl />
        </div>
      </div>
      <div className={styles.stack}>
        <h3>{replyDisplayTexts.title}</h3>
        <ReplyDisplayControl userId={userId} />
      </div>
    </Section>
  );
}
