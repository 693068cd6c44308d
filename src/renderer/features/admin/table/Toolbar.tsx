import type { ReactNode } from 'react';
import styles from './Toolbar.module.css';

interface ToolbarProps {
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

export function Toolbar({ children, actions }: ToolbarProps) {
  return (
    <div className={styles.toolbar}>
      <div className={styles.filters}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
