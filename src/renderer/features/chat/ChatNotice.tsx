import type { ReactNode } from 'react';
import styles from './ChatNotice.module.css';

interface ChatNoticeProps {
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly action: string;
  readonly onAction: () => void;
}

export function ChatNotice({ icon, children, action, onAction }: ChatNoticeProps) {
  return (
    <div className={styles.notice}>
      {icon}
      <p>{children}</p>
      <button type="button" onClick={onAction}>
        {action}
      </button>
    </div>
  );
}
