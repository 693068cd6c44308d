import { IconClockHour4 } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.tsx';
import { useUsage } from '../../lib/usage.ts';
import { ChatNotice } from './ChatNotice.tsx';
import { guestTexts as texts } from './texts.ts';

/** Guests see the notice after sending this many messages. */
const minSentMessages = 3;

interface GuestNoticeProps {
  readonly sent: number;
  readonly isRefused: boolean;
}

/**
 * Offers guests an account, so that they can keep their chats [ACCT-035]. Once dismissed, the notice stays
 * hidden for this visit.
 */
export function GuestNotice({ sent, isRefused }: GuestNoticeProps) {
  const { user } = useSession();
  const usage = useUsage();
  const [isDismissed, setDismissed] = useState(false);
  if (!user?.isAnonymous || isDismissed || (sent < minSentMessages && !isRefused)) return null;
  // The panel at the input already offers an account.
  if (usage?.left === 0) return null;
  return (
    <ChatNotice
      icon={<IconClockHour4 size={16} stroke={1.75} aria-hidden />}
      action={texts.later}
      onAction={() => setDismissed(true)}
    >
      {texts.deletion} <Link to={`${paths.account}#profile`}>{texts.upgrade}</Link>
    </ChatNotice>
  );
}
