import { IconClockHour4 } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.tsx';
import { ChatNotice } from './ChatNotice.tsx';
import { guestTexts as texts } from './texts.ts';

/** Messages of a chat after which a guest has something to lose. */
const worthKeeping = 3;

interface GuestNoticeProps {
  /** Messages that the person has sent in this chat. */
  readonly sent: number;
  /** True once the service has taken no further message. */
  readonly isRefused: boolean;
}

/** Offers a guest the account that keeps the chats [ACCT-035], until it is put away for this visit. */
export function GuestNotice({ sent, isRefused }: GuestNoticeProps) {
  const { user } = useSession();
  const [isPutAway, setPutAway] = useState(false);
  if (!user?.isAnonymous || isPutAway || (sent < worthKeeping && !isRefused)) return null;
  return (
    <ChatNotice
      icon={<IconClockHour4 size={16} stroke={1.75} aria-hidden />}
      action={texts.later}
      onAction={() => setPutAway(true)}
    >
      {texts.lead} <Link to={`${paths.account}#profile`}>{texts.upgrade}</Link> <span>{texts.keeps}</span>
    </ChatNotice>
  );
}
