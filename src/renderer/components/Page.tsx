import type { ReactNode } from 'react';
import { usePage } from '../lib/use-page.ts';
import styles from './Page.module.css';

export interface PageProps {
  readonly title: string;
  readonly lead?: string;
  readonly children?: ReactNode;
}

export function Page({ title, lead, children }: PageProps) {
  const heading = usePage(title);
  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children && <div className={styles.body}>{children}</div>}
    </div>
  );
}
