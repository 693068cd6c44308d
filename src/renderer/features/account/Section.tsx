import { type ReactNode, useId } from 'react';
import styles from './Section.module.css';

interface SectionProps {
  readonly title: string;
  readonly lead?: string;
  readonly children?: ReactNode;
}

/** One subject of the account page. */
export function Section({ title, lead, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </section>
  );
}

/** A failure inside a section, read out when it appears. */
export function SectionError({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className={styles.error}>
      {children}
    </p>
  );
}
