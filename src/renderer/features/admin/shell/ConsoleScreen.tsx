import type { ReactNode } from 'react';
import { usePage } from '../../../lib/use-page.ts';
import styles from './ConsoleScreen.module.css';

interface ConsoleScreenProps {
  readonly title: string;
  readonly lead?: string;
  readonly children?: ReactNode;
}

export function ConsoleScreen({ title, lead, children }: ConsoleScreenProps) {
  const heading = usePage(title);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children && <div className={styles.body}>{children}</div>}
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly note?: string;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly isCard?: boolean;
  readonly children: ReactNode;
}

/** A part of a page with its own heading. */
export function Section({ title, note, actions, isCard = false, children }: SectionProps) {
  return (
    <section className={styles.section} data-card={isCard || undefined} aria-label={title}>
      <div className={styles.head}>
        <div>
          <h2 className={styles.sectionTitle}>{title}</h2>
          {note && <p className={styles.note}>{note}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
