import type { ReactNode, RefObject } from 'react';
import { Mark } from '../../components/Mark.tsx';
import styles from './EntryCard.module.css';

export interface EntryCardProps {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** The sheet on which people sign in and sign up. */
export function EntryCard({ heading, title, lead, children }: EntryCardProps) {
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <Mark size={40} className={styles.mark} />
        <div>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {children}
      </div>
    </div>
  );
}
