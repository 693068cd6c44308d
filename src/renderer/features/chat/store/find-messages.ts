import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Chat, Message } from '../chat.ts';
import { chatQueries } from '../data/queries.ts';
import { type Found, type Hit, searchMessages } from '../data/search-messages.ts';
import { StoreError } from '../data/store-error.ts';
import type { ChatStore } from './chat-store.ts';
import { excerptOf, type SearchTerms, termsOf } from './search-terms.ts';

const MAX_HITS = 30;

/** Searches the service, or this device if the service can't be reached. Aborted when the words change. */
export const searchQuery = (userId: string, words: string, store: ChatStore | null) =>
  queryOptions({
    queryKey: [...chatQueries.all(), 'search', userId, words],
    queryFn: async ({ signal }): Promise<Found> => {
      try {
        return { hits: await searchMessages(words, signal), isLocal: false };
      } catch (error) {
        if (!store || signal.aborted || !(error instanceof StoreError && error.code === 'offline'))
          throw error;
        return { hits: await findMessages(store, words, signal), isLocal: true };
      }
    },
    placeholderData: keepPreviousData,
  });

/**
 * The chats and messages on this device that contain all words, in the form of the service's results. The chats that
 * changed last come first.
 *
 * @param signal aborts the search when the words change
 */
export async function findMessages(store: ChatStore, query: string, signal: AbortSignal): Promise<Hit[]> {
  const terms = termsOf(query);
  if (terms === null) return [];
  const chats = await store.readChats();
  const titles = chats.flatMap((chat) => titleHit(chat, terms) ?? []);
  const hits: Hit[] = [];
  const stored = new Set((await store.listBranches()).map(({ chatId }) => chatId));
  for (const chat of chats) {
    signal.throwIfAborted();
    if (titles.length + hits.length >= MAX_HITS) break;
    if (!stored.has(chat.id)) continue;
    const messages = await store.readMessages(chat.id);
    hits.push(...messages.toReversed().flatMap((message) => messageHit(chat, message, terms) ?? []));
  }
  return [...titles, ...hits].slice(0, MAX_HITS);
}

function titleHit({ id, title, archivedAt }: Chat, terms: SearchTerms): Hit | null {
  const excerpt = excerptOf(title, terms);
  return excerpt === null
    ? null
    : { chatId: id, title, messageId: null, excerpt, isArchived: archivedAt !== null };
}

/** System prompts are not searched, as on the service. */
function messageHit({ id, title, archivedAt }: Chat, message: Message, terms: SearchTerms): Hit | null {
  const excerpt = message.role === 'system' ? null : excerptOf(message.content, terms);
  return excerpt === null
    ? null
    : { chatId: id, title, messageId: message.id, excerpt, isArchived: archivedAt !== null };
}
