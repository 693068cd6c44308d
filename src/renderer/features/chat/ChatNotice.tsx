import type { ReactNode } from 'react';
import styles from './ChatNotice.module.css';

interface ChatNoticeProps {
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly action: string;
  readonly onAction: () => void;
  readonly more?: ReactNode;
}

export function ChatNotice({ icon, children, action, onAction, more }: ChatNoticeProps) {
  return (
    <div className={styles.notice}>
      {icon}
      <p>{children}</p>
      <div className={styles.actions}>
        <button type="button" onClick={onAction}>
          {action}
        </button>
        {more}
      </div>
    </div>
  );
}
