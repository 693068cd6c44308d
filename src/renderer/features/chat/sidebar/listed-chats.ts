import { isUuid } from '../../../../shared/domain/uuid.ts';
import type { Chat } from '../chat.ts';
import { chatLimits } from '../constants.ts';
import type { LiveTurn } from '../turn/live-turn.ts';

/** A chat in the sidebar. The service may not have confirmed it yet. */
export interface ListedChat {
  readonly chatId: string;
  /** The key of the row. Prefixed until the chat is stored [CHAT-060]. */
  readonly id: string;
  readonly title: string;
  readonly updatedAt: string;
  readonly pinnedAt: string | null;
  /** True until the chat is stored. It can be neither renamed nor deleted until then [CHAT-064]. */
  readonly isOptimistic: boolean;
  /** True if a message or change of the chat waits for the connection or for the models. */
  readonly isQueued: boolean;
}

/**
 * Lists optimistic chats first, followed by the stored ones in the service's order. An optimistic chat disappears when
 * its stored chat is listed [CHAT-062], or after five minutes [CHAT-063]. A new chat of a project is listed while it is
 * queued, because the project's page does not list it yet, but not while it is being stored.
 */
export function listVisibleChats(
  stored: readonly Chat[],
  unstored: readonly LiveTurn[],
  search: string,
  now: number,
): ListedChat[] {
  const optimistic = unstored
    .filter(
      (turn) =>
        !(turn.projectId && turn.phase === 'storing') &&
        !isExpired(turn, now) &&
        !stored.some((chat) => isSameChat(chat, turn, now)),
    )
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
 * True if a turn created this stored chat. Compares the client-made id, or else title and time [CHAT-062].
 */
function isSameChat(chat: Chat, turn: LiveTurn, now: number): boolean {
  if (isUuid(turn.chatId)) return chat.id === turn.chatId;
  const isNew = now - Date.parse(chat.createdAt) <= chatLimits.sameTitleWithin;
  return isNew && chat.title.trim() === turn.title.trim();
}

export function matchesSearch(title: string, search: string): boolean {
  return title.toLowerCase().includes(search.trim().toLowerCase());
}

/** Chats expire unless their message is queued. */
function isExpired({ phase, startedAt }: Pick<LiveTurn, 'phase' | 'startedAt'>, now: number): boolean {
  return phase !== 'queued' && now - startedAt > chatLimits.optimisticLife;
}
