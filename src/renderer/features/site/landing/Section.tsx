import { type ReactNode, useId } from 'react';
import styles from './Section.module.css';

export interface SectionProps {
  readonly title: string;
  readonly eyebrow?: string;
  readonly lead?: string;
  readonly id?: string;
  readonly look?: 'plain' | 'sunken' | 'dark';
  readonly children: ReactNode;
}

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

/** Marks sample content [SITE-017, SITE-045, SITE-076]. */
export function SampleNote({ text }: { readonly text: string }) {
  return <small className={styles.note}>{text}</small>;
}
