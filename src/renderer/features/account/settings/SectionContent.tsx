import type { ReactNode } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { LanguageField } from '../../../components/LanguageField.tsx';
import type { PersonaModelField } from '../../../components/persona/PersonaFields.tsx';
import type { SessionUser } from '../../../lib/session.tsx';
import { ApiKeysSection } from '../api-keys/ApiKeysSection.tsx';
import type { FormatChat } from '../export/export-account.ts';
import { WhenDecrypted } from '../encryption/WhenDecrypted.tsx';
import { ExportSection } from '../export/ExportSection.tsx';
import { InstructionsSection } from '../instructions/InstructionsSection.tsx';
import { hasPasskeys } from '../passkeys/has-passkeys.ts';
import { PlanSection } from '../plan/PlanSection.tsx';
import { PrivacySection } from '../privacy/PrivacySection.tsx';
import { ProfileSection } from '../profile/ProfileSection.tsx';
import { Section } from '../Section.tsx';
import { SecondFactorSection } from '../security/SecondFactorSection.tsx';
import { SessionsSection } from '../security/SessionsSection.tsx';
import { SharedLinks } from '../shares/SharedLinks.tsx';
import { PasswordForm } from '../sign-in/PasswordForm.tsx';
import { accountTexts as texts } from '../texts.ts';
import { AboutSection } from './AboutSection.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { ChatSection } from './ChatSection.tsx';
import { DraftsSection } from './DraftsSection.tsx';
import type { SectionId } from './sections.ts';
import styles from './Settings.module.css';

const PromptLibrary = lazyComponent(
  async () => (await import('../prompts/PromptLibrary.tsx')).PromptLibrary,
  { look: 'panel' },
);

const MemorySection = lazyComponent(async () => (await import('../memory/MemorySection.tsx')).MemorySection, {
  look: 'panel',
});

const PersonasSection = lazyComponent(
  async () => (await import('../personas/PersonasSection.tsx')).PersonasSection,
  { look: 'panel' },
);

const EncryptionSection = lazyComponent(
  async () => (await import('../encryption/EncryptionSection.tsx')).EncryptionSection,
  { look: 'panel' },
);

const PasskeysSection = lazyComponent(
  async () => (await import('../passkeys/PasskeysSection.tsx')).PasskeysSection,
  { look: 'panel' },
);

const WhenUnlocked = lazyComponent(
  async () => (await import('../encryption/WhenUnlocked.tsx')).WhenUnlocked,
  { look: 'panel' },
);

/** Passed in, because features can't import each other. */
export interface SettingsParts {
  readonly formatChat: FormatChat;
  readonly device: (userId: string) => ReactNode;
  readonly defaultModel: ReactNode;
  readonly ModelField: PersonaModelField;
  readonly providerKeys: ReactNode;
  readonly localModels?: ReactNode;
  readonly shortcuts: ReactNode;
  readonly computer?: ReactNode;
  /** Erases all data on this computer. Only for its owner, who has no account to delete. */
  readonly erase?: ReactNode;
}

interface SectionContentProps {
  readonly section: SectionId;
  readonly user: SessionUser;
  readonly parts: SettingsParts;
}

export function SectionContent({ section, user, parts }: SectionContentProps): ReactNode {
  const { formatChat, erase } = parts;
  const isOwner = Boolean(erase);
  // Guests and the computer's owner can't sign in on other devices or share chats.
  const hasAccount = !isOwner && !user.isAnonymous;
  const readable = (settings: ReactNode) => {
    const When = user.isEncrypted ? WhenUnlocked : WhenDecrypted;
    return <When userId={user.id}>{settings}</When>;
  };
  switch (section) {
    case 'general':
      return (
        <>
          <ProfileSection user={user} isOwner={isOwner} />
          <Section id="language" scope="device">
            <div className={styles.field}>
              <LanguageField />
            </div>
          </Section>
        </>
      );
    case 'appearance':
      return <AppearanceSection />;
    case 'chat':
      return (
        <>
          <ChatSection userId={user.id} />
          {hasAccount && <DraftsSection user={user} />}
        </>
      );
    case 'instructions':
      return readable(
        <>
          <InstructionsSection userId={user.id} />
          {!user.isAnonymous && <MemorySection userId={user.id} />}
        </>,
      );
    case 'personas':
      return (
        <Section id="personas" isAlone scope="account">
          {readable(<PersonasSection userId={user.id} ModelField={parts.ModelField} />)}
        </Section>
      );
    case 'models':
      return (
        <>
          <Section id="default-model" lead={texts.defaultModelLead} scope="account">
            {parts.defaultModel}
          </Section>
          {parts.localModels && (
            <Section id="local-models" scope="device">
              {parts.localModels}
            </Section>
          )}
          <Section id="provider-keys" lead={texts.providerKeysLead} scope="device">
            {parts.providerKeys}
          </Section>
          {!isOwner && <ApiKeysSection user={user} />}
        </>
      );
    case 'prompts':
      return (
        <Section id="prompts" isAlone scope="account">
          {readable(<PromptLibrary userId={user.id} />)}
        </Section>
      );
    case 'privacy':
      return (
        <>
          {!isOwner && <PrivacySection userId={user.id} />}
          {!user.isAnonymous && <EncryptionSection user={user} />}
          {hasAccount && <SharedLinks userId={user.id} />}
          <Section id="device" lead={texts.deviceLead}>
            {parts.device(user.id)}
          </Section>
          <ExportSection formatChat={formatChat} erase={erase} />
        </>
      );
    case 'account':
      return <PlanSection userId={user.id} formatChat={formatChat} isOwner={isOwner} />;
    case 'security':
      return (
        <>
          <Section id="password" lead={texts.passwordLead} scope="account">
            <PasswordForm />
          </Section>
          {hasPasskeys() && <PasskeysSection userId={user.id} />}
          <SecondFactorSection userId={user.id} />
          <SessionsSection user={user} />
        </>
      );
    case 'shortcuts':
      return (
        <Section id="shortcuts" isAlone>
          {parts.shortcuts}
        </Section>
      );
    case 'computer':
      return (
        <Section id="computer" isAlone>
          {parts.computer}
        </Section>
      );
    case 'about':
      return <AboutSection />;
  }
}
