import { type ReactNode, useId } from 'react';
import styles from './Section.module.css';

export interface SectionProps {
  readonly title: string;
  /** A few words above the title. */
  readonly eyebrow?: string;
  readonly lead?: string;
  /** The anchor that links of the page lead to. */
  readonly id?: string;
  readonly look?: 'plain' | 'sunken' | 'dark';
  readonly children: ReactNode;
}

/** One section of the page under its heading. */
export function Section({ title, eyebrow, lead, id, look = 'plain', children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={styles.section} data-look={look}>
      <div className={styles.inner}>
        {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {lead && <p className={styles.lead}>{lead}</p>}
        <div className={styles.body}>{children}</div>
      </div>
    </section>
  );
}
