import { type ReactNode, useId } from 'react';
import styles from './Section.module.css';
import { sections, type SectionId } from './section-texts.ts';

interface SectionProps {
  readonly id: SectionId;
  readonly lead?: string;
  readonly children?: ReactNode;
}

/** One subject of the account page, with an address of its own. */
export function Section({ id, lead, children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} className={styles.section} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} tabIndex={-1}>
          {sections[id]}
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
