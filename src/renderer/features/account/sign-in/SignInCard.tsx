import type { ReactNode } from 'react';
import { Mark } from '../../../components/Mark.tsx';
import { usePage } from '../../../lib/use-page.ts';
import styles from './sign-in.module.css';

interface SignInCardProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** The page layout of sign-in, sign-up and password reset. */
export function SignInCard({ title, lead, children }: SignInCardProps) {
  const heading = usePage(title);
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <Mark size={40} className={styles.mark} />
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {children}
      </div>
    </div>
  );
}
