import type { FocusEvent, ReactNode } from 'react';
import { Mark } from '../../../components/Mark.tsx';
import { getSupabase } from '../../../lib/supabase.ts';
import { usePage } from '../../../lib/use-page.ts';
import styles from './sign-in.module.css';

interface SignInCardProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

export function SignInCard({ title, lead, children }: SignInCardProps) {
  const heading = usePage(title);
  /** Loads the client while the user types, so that submitting waits only for the service. */
  const loadClient = ({ target }: FocusEvent) => {
    if (target !== heading.current) void getSupabase().catch(() => {});
  };
  return (
    <div className={styles.page}>
      <div className={styles.card} onFocus={loadClient}>
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
