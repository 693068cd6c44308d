import { app, Notification } from 'electron';
import { brand } from '../../shared/brand.ts';
import type { NoticeMessage } from '../../shared/ipc/contract.ts';
import { noticeTexts } from './texts.ts';
import type { UnreadBadge } from './unread-badge.ts';

export interface FinishedReply {
  readonly userId: string;
  readonly chatId: string;
  readonly title: string;
}

export interface ReplyNoticeOptions {
  readonly isEnabled: () => boolean;
  /** Whether the user sees the window. */
  readonly isInFront: () => boolean;
  readonly open: (path: string) => void;
  /** Sends a message that the user typed into the notification. */
  readonly send: (message: NoticeMessage) => void;
  readonly badge: UnreadBadge;
}

export interface ReplyNotice {
  readonly show: (reply: FinishedReply) => void;
  /** Removes all notifications. */
  readonly clear: () => void;
}

/**
 * Shows a notification and marks the app's icon when a reply is complete while the window is in the background. A click
 * opens the chat, and on macOS and Windows the user can type the next message into it. The notification contains only
 * the chat's title, because other people may see it.
 */
export function createReplyNotice({
  isEnabled,
  isInFront,
  open,
  send,
  badge,
}: ReplyNoticeOptions): ReplyNotice {
  // Keeps notifications until they are clicked or closed, because a garbage-collected one does not react to clicks.
  const shownNotifications = new Map<string, Notification>();
  const clear = (): void => {
    for (const notice of shownNotifications.values()) notice.close();
    // A notification that is no longer on the screen may close without an event.
    shownNotifications.clear();
  };
  // A message typed into a notification after the app has quit would be lost.
  app.on('will-quit', clear);
  const show = ({ userId, chatId, title }: FinishedReply): void => {
    if (!isEnabled() || isInFront()) return;
    badge.add(chatId);
    if (!Notification.isSupported()) return;
    shownNotifications.get(chatId)?.close();
    const notice = new Notification({
      title: brand,
      body: noticeTexts.reply({ title }),
      silent: true,
      hasReply: true,
      replyPlaceholder: noticeTexts.message,
    });
    shownNotifications.set(chatId, notice);
    const forget = (): void => {
      if (shownNotifications.get(chatId) === notice) shownNotifications.delete(chatId);
    };
    notice.once('click', () => {
      forget();
      open(`/chat?id=${chatId}`);
    });
    notice.once('reply', ({ reply }) => {
      forget();
      send({ userId, chatId, text: reply });
    });
    notice.on('close', ({ reason }) => {
      // Windows keeps such a notification in its notification center, where it still accepts a message.
      if (reason !== 'timedOut' && reason !== 'applicationHidden') forget();
    });
    notice.show();
  };
  return { show, clear };
}
