import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession } from '../../../lib/session.tsx';
import { chatTexts } from '../texts.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { conversationOf } from './conversation-of.ts';
import styles from './FailedNote.module.css';
import { paths } from '../../../lib/paths.ts';
import { budgetTexts } from './texts.ts';

interface FailedNoteProps {
  readonly message: Pick<ShownMessage, 'failure' | 'notice'>;
  readonly onRetry: () => void;
}

/**
 * Shows why a message has no reply and what the user can do [CHAT-051]. If another chat is open, a toast
 * shows the same text.
 */
export function FailedNote({ message: { failure, notice }, onRetry }: FailedNoteProps) {
  const isAdmin = useSession().user?.isAdmin ?? false;
  const advice = failure && adviceFor(failure, isAdmin);
  return (
    <div className={styles.note} role="alert" data-variant={notice?.variant}>
      <IconAlertCircle className={styles.icon} size={16} stroke={1.75} aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>{notice?.title ?? chatTexts.failed}</p>
        {notice?.message && (
          <p className={styles.message} dir="auto">
            {notice.message}
          </p>
        )}
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

interface FailureAdvice {
  readonly text: string;
  readonly link?: { readonly to: string; readonly text: string };
}

const vendorSettingsLink = () => ({ to: paths.adminVendors, text: chatTexts.vendorSettings });
const settingsLink = () => ({ to: paths.adminSettings, text: budgetTexts.settings });
const plansLink = () => ({ to: paths.pricing, text: chatTexts.plans });

/**
 * Returns advice for a failure, or null if its message already contains advice. Another model is not
 * suggested for quick actions, because they don't use the selected model.
 */
export function adviceFor(
  { code, isAction }: NonNullable<ShownMessage['failure']>,
  isAdmin: boolean,
): FailureAdvice | null {
  const again = { text: isAction ? chatTexts.tryAgain : chatTexts.tryAgainOrOther };
  switch (code) {
    case 'missing_key':
    case 'no_vendor':
    case 'unsupported_vendor':
    case 'authentication':
    case 'not_found':
      if (isAdmin) return { text: chatTexts.checkVendor, link: vendorSettingsLink() };
      return { text: isAction ? chatTexts.contactAdmin : chatTexts.otherOrContactAdmin };
    case 'model':
    case 'no_answer':
    case 'bad_request':
      return isAction ? null : { text: chatTexts.otherModel };
    case 'quota':
      return { text: chatTexts.morePlan, link: plansLink() };
    case 'budget':
      return isAdmin ? { text: budgetTexts.change, link: settingsLink() } : null;
    case 'forbidden':
    case 'unauthenticated':
    case 'reply_exists':
    case 'aborted':
      return null;
    case 'api':
    case 'invalid_json':
    case 'invalid_format':
    case 'timeout':
    case 'network':
    case 'interrupted':
    case null:
      return again;
  }
}
