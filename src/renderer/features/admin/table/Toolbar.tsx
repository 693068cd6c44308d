import type { ReactNode } from 'react';
import styles from './Toolbar.module.css';

interface ToolbarProps {
  /** Search and filters. Their labels are heard, not seen: the first option of each says what it is about. */
  readonly children: ReactNode;
  /** What can be done with the list as a whole. */
  readonly actions?: ReactNode;
}

/** What stands above a list. */
export function Toolbar({ children, actions }: ToolbarProps) {
  return (
    <div className={styles.toolbar}>
      <div className={styles.filters}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
