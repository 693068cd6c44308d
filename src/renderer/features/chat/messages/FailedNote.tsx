import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession } from '../../../lib/session.tsx';
import { chatTexts } from '../texts.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { conversationOf } from './conversation-of.ts';
import { adviceOn } from './failure-advice.ts';
import styles from './FailedNote.module.css';

interface FailedNoteProps {
  readonly failure: ShownMessage['failure'];
  readonly onRetry: () => void;
}

/** Why a message has no reply and what to do next, still visible when the toast is gone [CHAT-051]. */
export function FailedNote({ failure, onRetry }: FailedNoteProps) {
  const isAdmin = useSession().user?.isAdmin ?? false;
  const advice = failure && adviceOn(failure, isAdmin);
  const message = failure?.message ?? '';
  return (
    // Failures with a message were already announced by a toast.
    <div className={styles.note} role={message === '' ? 'alert' : undefined}>
      <IconAlertCircle className={styles.icon} size={16} stroke={1.75} aria-hidden />
      <div className={styles.text}>
        <p className={styles.message} dir="auto">
          {message === '' ? chatTexts.failed : message}
        </p>
        {advice && (
          <p className={styles.advice}>
            {advice.text}
            {advice.link && (
              <>
                {' '}
                <Link to={advice.link.to}>{advice.link.text}</Link>
              </>
            )}
          </p>
        )}
      </div>
      <button
        type="button"
        className={styles.retry}
        onClick={({ currentTarget }) => {
          conversationOf(currentTarget)?.focus();
          onRetry();
        }}
      >
        <IconRefresh size={14} stroke={2} aria-hidden />
        {chatTexts.retry}
      </button>
    </div>
  );
}
