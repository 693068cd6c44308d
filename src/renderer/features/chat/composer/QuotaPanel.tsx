import { Link } from 'react-router-dom';
import { dateFormat } from '../../../lib/locale.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { useUsage } from '../../../lib/usage.ts';
import type { TextRefusal } from '../drafts.ts';
import { chatToasts } from '../texts.ts';
import styles from './QuotaPanel.module.css';
import { quotaTexts } from './texts.ts';

const timeFormat = dateFormat({ hour: 'numeric', minute: '2-digit' });

interface QuotaPanelProps {
  /** Why the service refused the text in the input. Null if it wasn't refused. */
  readonly refusal: TextRefusal | null;
}

/**
 * Shows that today's messages are used up and what the user can do [ROLE-020], or why the text was refused.
 */
export function QuotaPanel({ refusal }: QuotaPanelProps) {
  const usage = useUsage();
  const { user } = useSession();
  if (usage?.left !== 0 || usage.limit === null)
    return (
      refusal !== null && (
        <div key={refusal.count} className={styles.refusal} role="alert">
          <strong>{chatToasts.refused({ message: '' }).title}</strong>
          <span dir="auto">{refusal.reason}</span>
        </div>
      )
    );
  return (
    <div
      // If the same text is refused again, the panel is remounted, so that it flashes and screen readers
      // repeat it.
      key={refusal?.count}
      className={styles.panel}
      role={refusal === null ? 'status' : 'alert'}
    >
      <span className={styles.text}>
        {quotaTexts.used({ limit: usage.limit })}{' '}
        <span className={styles.again}>
          {quotaTexts.again({ time: timeFormat().format(usage.resetsAt) })}
        </span>
      </span>
      <span className={styles.actions}>
        {user?.isAnonymous === true && (
          <Link to={`${paths.account}#profile`}>{quotaTexts.createAccount}</Link>
        )}
        <Link to={paths.pricing}>{quotaTexts.upgrade}</Link>
      </span>
    </div>
  );
}
