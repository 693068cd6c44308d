import type { ReactNode } from 'react';
import styles from '../forms.module.css';
import { Section } from '../Section.tsx';
import { ExportButton } from './ExportButton.tsx';
import { dataTexts as texts } from './texts.ts';
import type { FormatChat } from './export-account.ts';

interface DataSectionProps {
  readonly formatChat: FormatChat;
  /** What deletes all of it. */
  readonly end: ReactNode;
}

/** All that is one's own: to take along, and to end. */
export function DataSection({ formatChat, end }: DataSectionProps) {
  return (
    <Section id="data">
      <div className={styles.stack}>
        <h3 className={styles.subtitle}>{texts.exportTitle}</h3>
        <p>{texts.exportLead}</p>
        <ExportButton formatChat={formatChat} scope="everything" label={texts.export} />
      </div>
      {end}
    </Section>
  );
}
