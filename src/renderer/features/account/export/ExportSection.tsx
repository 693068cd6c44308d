import type { ReactNode } from 'react';
import styles from '../account.module.css';
import { Section } from '../Section.tsx';
import { exportTexts as texts } from '../texts.ts';
import { DeleteAccount } from './DeleteAccount.tsx';
import type { FormatChat } from './export-account.ts';
import { ExportButton } from './ExportButton.tsx';

interface ExportSectionProps {
  readonly formatChat: FormatChat;
  /** Replaces account deletion for users without an account. */
  readonly erase: ReactNode;
}

export function ExportSection({ formatChat, erase }: ExportSectionProps) {
  return (
    <Section id="data" scope="account">
      <div className={styles.stack}>
        <h4>{texts.title}</h4>
        <p>{texts.lead}</p>
        <ExportButton formatChat={formatChat} scope="everything" label={texts.everything} />
      </div>
      {erase ?? <DeleteAccount />}
    </Section>
  );
}
