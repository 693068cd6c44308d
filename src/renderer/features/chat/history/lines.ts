import type { Chat } from '../chat.ts';
import type { Hit } from '../data/search-messages.ts';

/**
 * A chat in the history. In search results, the chat's row may not be loaded. The values then come from its
 * best match.
 */
export interface HistoryChat {
  readonly chatId: string;
  readonly title: string;
  /** When the chat last changed, or when its newest matching message was written. */
  readonly changedAt: string;
  readonly isPinned: boolean;
  readonly isArchived: boolean;
  /** Null if the chat isn't in a project, or isn't loaded. */
  readonly projectId: string | null;
  /** The title with its matches marked. Null if the title doesn't match. */
  readonly markedTitle: string | null;
}

/** How many matching messages of a chat are shown until the user expands it. */
const MAX_SHOWN_HITS = 3;

/**
 * A line of the list: a chat, a matching message of that chat, or a button that shows its further matches.
 */
export type HistoryLine =
  | { readonly kind: 'chat'; readonly id: string; readonly chat: HistoryChat }
  | { readonly kind: 'hit'; readonly id: string; readonly hit: Hit }
  | { readonly kind: 'more'; readonly id: string; readonly chatId: string; readonly count: number };

export const chatIdOf = (line: HistoryLine): string =>
  line.kind === 'chat' ? line.id : line.kind === 'hit' ? line.hit.chatId : line.chatId;

export const linesOfChats = (chats: readonly Chat[]): HistoryLine[] =>
  chats.map(({ id, title, updatedAt, pinnedAt, archivedAt, projectId }) => ({
    kind: 'chat',
    id,
    chat: {
      chatId: id,
      title,
      changedAt: updatedAt,
      isPinned: pinnedAt !== null,
      isArchived: archivedAt !== null,
      projectId,
      markedTitle: null,
    },
  }));

/**
 * Lists each found chat once, followed by its best matching messages. The chat with the best match comes
 * first.
 *
 * @param chatOf returns the chat with the user's unconfirmed changes, undefined if it isn't loaded, or null
 * if it was deleted
 * @param expanded the ids of chats whose matching messages are all shown
 */
export function linesOfHits(
  hits: readonly Hit[],
  chatOf: (hit: Hit) => Chat | null | undefined,
  expanded: ReadonlySet<string>,
): HistoryLine[] {
  return [...Map.groupBy(hits, ({ chatId }) => chatId)].flatMap(([chatId, ofChat]): HistoryLine[] => {
    const [first] = ofChat;
    const listedChat = first && chatOf(first);
    if (!first || listedChat === null) return [];
    const inTitle = ofChat.find(({ messageId }) => messageId === null);
    const times = ofChat.map(({ writtenAt }) => writtenAt);
    const chat: HistoryChat = {
      chatId,
      title: listedChat?.title ?? first.title,
      changedAt: listedChat?.updatedAt ?? times.reduce((one, other) => (one > other ? one : other)),
      isPinned: typeof listedChat?.pinnedAt === 'string',
      isArchived: listedChat ? listedChat.archivedAt !== null : first.isArchived,
      projectId: listedChat?.projectId ?? null,
      markedTitle: inTitle?.excerpt ?? null,
    };
    const messages = ofChat.filter(({ messageId }) => messageId !== null);
    const shownMessages = expanded.has(chatId) ? messages : messages.slice(0, MAX_SHOWN_HITS);
    const count = messages.length - shownMessages.length;
    return [
      { kind: 'chat', id: chatId, chat },
      ...shownMessages.map((hit) => ({ kind: 'hit' as const, id: `hit ${hit.messageId}`, hit })),
      ...(count > 0 ? [{ kind: 'more' as const, id: `more ${chatId}`, chatId, count }] : []),
    ];
  });
}
