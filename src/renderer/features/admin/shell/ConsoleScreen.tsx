import type { ReactNode } from 'react';
import { usePage } from '../../../lib/use-page.ts';
import styles from './ConsoleScreen.module.css';

interface ConsoleScreenProps {
  readonly title: string;
  readonly lead?: string;
  readonly children?: ReactNode;
}

/** One page of the console: its heading, what it is for, and its body. */
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
