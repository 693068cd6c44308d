import { Notification } from 'electron';
import { brand } from '../../shared/brand.ts';

/** A reply that has arrived whole. */
export interface ArrivedReply {
  readonly chatId: string;
  readonly title: string;
}

export interface ReplyNoticeOptions {
  /** The person's choice. */
  readonly isWanted: () => boolean;
  /** Whether the person sees the window anyway. */
  readonly isInFront: () => boolean;
  readonly open: (path: string) => void;
}

/**
 * Tells of a reply that arrived while the person was elsewhere; a click opens its chat. Notifications stay in the
 * system's own list and may be read over a shoulder, so this one holds the chat's title and nothing that was written in it.
 */
export function createReplyNotice({ isWanted, isInFront, open }: ReplyNoticeOptions) {
  // Held until they are clicked or closed: a collected notification forgets its click.
  const shown = new Map<string, Notification>();
  return ({ chatId, title }: ArrivedReply): void => {
    if (!isWanted() || isInFront() || !Notification.isSupported()) return;
    shown.get(chatId)?.close();
    const notice = new Notification({ title: brand, body: `“${title}” has its reply.`, silent: true });
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
