import { Notification } from 'electron';
import { brand } from '../../shared/brand.ts';
import { noticeTexts } from './texts.ts';

export interface ArrivedReply {
  readonly chatId: string;
  readonly title: string;
}

export interface ReplyNoticeOptions {
  /** The user's setting. */
  readonly isEnabled: () => boolean;
  /** Whether the user already sees the window. */
  readonly isInFront: () => boolean;
  readonly open: (path: string) => void;
}

/**
 * Notifies about a reply that completes while the window is in the background; a click opens its chat. Others may read
 * the system's list of notifications, so a notification shows only the chat's title, not the text.
 */
export function createReplyNotice({ isEnabled, isInFront, open }: ReplyNoticeOptions) {
  // Referenced until clicked or closed: a garbage-collected notification loses its click handler.
  const shown = new Map<string, Notification>();
  return ({ chatId, title }: ArrivedReply): void => {
    if (!isEnabled() || isInFront() || !Notification.isSupported()) return;
    shown.get(chatId)?.close();
    const notice = new Notification({ title: brand, body: noticeTexts.reply(title), silent: true });
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
