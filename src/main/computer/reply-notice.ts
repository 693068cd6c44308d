import { Notification } from 'electron';
import { brand } from '../../shared/brand.ts';
import { noticeTexts } from './texts.ts';
import type { UnreadBadge } from './unread-badge.ts';

export interface FinishedReply {
  readonly chatId: string;
  readonly title: string;
}

export interface ReplyNoticeOptions {
  readonly isEnabled: () => boolean;
  /** Whether the user sees the window. */
  readonly isInFront: () => boolean;
  readonly open: (path: string) => void;
  readonly badge: UnreadBadge;
}

/**
 * Shows a notification and marks the app's icon when a reply is complete while the window is in the background. A click
 * opens the chat. The notification contains only the chat's title, because other people may see it.
 */
export function createReplyNotice({ isEnabled, isInFront, open, badge }: ReplyNoticeOptions) {
  // Keeps notifications until they are clicked or closed, because a garbage-collected one does not react to clicks.
  const shown = new Map<string, Notification>();
  return ({ chatId, title }: FinishedReply): void => {
    if (!isEnabled() || isInFront()) return;
    badge.add(chatId);
    if (!Notification.isSupported()) return;
    shown.get(chatId)?.close();
    const notice = new Notification({ title: brand, body: noticeTexts.reply({ title }), silent: true });
    shown.set(chatId, notice);
    const forget = (): void => {
      if (shown.get(chatId) === notice) shown.delete(chatId);
    };
    notice.once('click', () => {
      forget();
      open(`/chat?id=${chatId}`);
    });
    notice.once('close', forget);
    notice.show();
  };
}
