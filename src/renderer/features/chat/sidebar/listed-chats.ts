import { isUuid } from '../../../../shared/domain/uuid.ts';
import type { Chat } from '../chat.ts';
import { chatLimits } from '../constants.ts';
import type { LiveTurn } from '../turn/live-turn.ts';

/** A line of the sidebar: a stored chat, or one the service has not confirmed. */
export interface ListedChat {
  /** The chat's own id. */
  readonly chatId: string;
  /** What it is shown under: prefixed until it is real [CHAT-060]. */
  readonly id: string;
  readonly title: string;
  readonly updatedAt: string;
  /** Since when it is pinned; null where it is not. */
  readonly pinnedAt: string | null;
  /** Such a chat is neither renamed nor deleted on the service [CHAT-064]. */
  readonly isOptimistic: boolean;
  /** Its message waits for the connection. */
  readonly isQueued: boolean;
}

/**
 * The sidebar's lines: optimistic chats first, then the stored ones in the service's order. An optimistic chat makes
 * way for the real one [CHAT-062] and is given up after five minutes [CHAT-063].
 */
export function listChatsShown(
  stored: readonly Chat[],
  unstored: readonly LiveTurn[],
  search: string,
  now: number,
): ListedChat[] {
  const optimistic = unstored
    .filter((turn) => !isExpired(turn, now) && !stored.some((chat) => isSameChat(chat, turn, now)))
    .map(({ chatId, title, startedAt, phase }): ListedChat => {
      const updatedAt = new Date(startedAt).toISOString();
      const isQueued = phase === 'queued';
      return {
        chatId,
        id: `optimistic_${chatId}`,
        title,
        updatedAt,
        pinnedAt: null,
        isOptimistic: true,
        isQueued,
      };
    });
  const real = stored.map(({ id, title, updatedAt, pinnedAt }): ListedChat => ({
    chatId: id,
    id,
    title,
    updatedAt,
    pinnedAt,
    isOptimistic: false,
    isQueued: false,
  }));
  return [...optimistic, ...real].filter(({ title }) => matchesSearch(title, search));
}

/**
 * Whether a stored chat is the one that the turn began. The id that the client made says so. Where it made none, a chat
 * of the same title that was created just now must be it [CHAT-062].
 */
function isSameChat(chat: Chat, turn: LiveTurn, now: number): boolean {
  if (isUuid(turn.chatId)) return chat.id === turn.chatId;
  const isNew = now - Date.parse(chat.createdAt) <= chatLimits.sameTitleWithin;
  return isNew && chat.title.trim() === turn.title.trim();
}

/** Titles match whatever their case [CHAT-013]. */
export function matchesSearch(title: string, search: string): boolean {
  return title.toLowerCase().includes(search.trim().toLowerCase());
}

/** A message that waits for the connection is not given up. */
export function isExpired({ phase, startedAt }: Pick<LiveTurn, 'phase' | 'startedAt'>, now: number): boolean {
  return phase !== 'queued' && now - startedAt > chatLimits.optimisticLife;
}
