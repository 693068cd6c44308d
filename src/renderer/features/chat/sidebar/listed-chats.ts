import { isUuid } from '../../../../shared/domain/uuid.ts';
import type { Chat } from '../chat.ts';
import { chatLimits } from '../constants.ts';
import type { LiveTurn } from '../turn/live-turn.ts';

/** The service may not have confirmed the chat yet. */
export interface ListedChat {
  readonly chatId: string;
  /** The id has a prefix until the chat is stored [CHAT-060]. */
  readonly id: string;
  readonly title: string;
  readonly updatedAt: string;
  readonly pinnedAt: string | null;
  /** True if the chat is not stored yet, and can neither be renamed nor deleted [CHAT-064]. */
  readonly isOptimistic: boolean;
  /** True if a message or change waits for the connection or the models. */
  readonly isQueued: boolean;
}

/**
 * Lists optimistic chats first, then stored ones in the service's order. A stored chat replaces its
 * optimistic one [CHAT-062], which otherwise disappears after five minutes [CHAT-063].
 */
export function listVisibleChats(
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
 * Recognizes the stored chat that a turn created: by its client-made id, else by title and time [CHAT-062].
 */
function isSameChat(chat: Chat, turn: LiveTurn, now: number): boolean {
  if (isUuid(turn.chatId)) return chat.id === turn.chatId;
  const isNew = now - Date.parse(chat.createdAt) <= chatLimits.sameTitleWithin;
  return isNew && chat.title.trim() === turn.title.trim();
}

export function matchesSearch(title: string, search: string): boolean {
  return title.toLowerCase().includes(search.trim().toLowerCase());
}

/** A queued message does not expire. */
function isExpired({ phase, startedAt }: Pick<LiveTurn, 'phase' | 'startedAt'>, now: number): boolean {
  return phase !== 'queued' && now - startedAt > chatLimits.optimisticLife;
}
