import { isUuid } from '../../../../shared/domain/uuid.ts';
import type { Chat } from '../chat.ts';
import { chatLimits } from '../constants.ts';
import type { LiveTurn } from '../turn/live-turn.ts';

/** A chat in the sidebar, stored or not yet confirmed by the service. */
export interface ListedChat {
  readonly chatId: string;
  /** Prefixed until the chat is stored [CHAT-060]. */
  readonly id: string;
  readonly title: string;
  readonly updatedAt: string;
  readonly pinnedAt: string | null;
  /** Such a chat can neither be renamed nor deleted [CHAT-064]. */
  readonly isOptimistic: boolean;
  /** Its message or changes wait for the connection or the models. */
  readonly isQueued: boolean;
}

/**
 * Optimistic chats first, then the stored ones in the service's order. An optimistic chat is replaced by the stored
 * one [CHAT-062] and given up after five minutes [CHAT-063].
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
 * Whether a stored chat is the one that the turn created: by its client-made id, else by title and time [CHAT-062].
 */
function isSameChat(chat: Chat, turn: LiveTurn, now: number): boolean {
  if (isUuid(turn.chatId)) return chat.id === turn.chatId;
  const isNew = now - Date.parse(chat.createdAt) <= chatLimits.sameTitleWithin;
  return isNew && chat.title.trim() === turn.title.trim();
}

/** Case-insensitive [CHAT-013]. */
export function matchesSearch(title: string, search: string): boolean {
  return title.toLowerCase().includes(search.trim().toLowerCase());
}

/** A queued message does not expire. */
function isExpired({ phase, startedAt }: Pick<LiveTurn, 'phase' | 'startedAt'>, now: number): boolean {
  return phase !== 'queued' && now - startedAt > chatLimits.optimisticLife;
}
