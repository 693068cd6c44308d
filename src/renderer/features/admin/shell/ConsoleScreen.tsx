import type { ReactNode } from 'react';
import { usePage } from '../../../lib/use-page.ts';
import styles from './ConsoleScreen.module.css';

interface ConsoleScreenProps {
  readonly title: string;
  readonly lead?: string;
  readonly back?: ReactNode;
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
}

export function ConsoleScreen({ title, lead, back, beside, children }: ConsoleScreenProps) {
  const heading = usePage(title);
  return (
    <>
      {back && <p className={styles.back}>{back}</p>}
      <div className={styles.top}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {beside}
      </div>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children && <div className={styles.body}>{children}</div>}
    </>
  );
}

interface SectionProps {
  readonly id?: string;
  readonly title: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly isCard?: boolean;
  readonly children: ReactNode;
}

export function Section({ id, title, note, actions, isCard = false, children }: SectionProps) {
  return (
    <section id={id} className={styles.section} data-card={isCard || undefined} aria-label={title}>
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
