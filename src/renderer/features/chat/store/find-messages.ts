import type { Chat, Message } from '../chat.ts';
import { everywhere, type Hit, type SearchScope } from '../data/search-messages.ts';
import { type ChatFilters, matchesFilters } from '../history/filters.ts';
import type { ChatStore } from './chat-store.ts';
import { excerptOf, type SearchTerms, termsOf } from './search-terms.ts';

/**
 * The chats and messages on this device that contain all words, in the form of the service's results. The chats that
 * changed last come first.
 *
 * @param signal aborts the search when the words change
 */
export async function findMessages(
  store: ChatStore,
  query: string,
  signal: AbortSignal,
  { filters, most }: SearchScope = everywhere,
): Promise<Hit[]> {
  const terms = termsOf(query);
  if (terms === null) return [];
  const chats = await fittingChats(store, filters, signal);
  const titles = chats.flatMap((chat) => titleHit(chat, terms) ?? []);
  const hits: Hit[] = [];
  const stored = new Set((await store.listBranches()).map(({ chatId }) => chatId));
  for (const chat of chats) {
    signal.throwIfAborted();
    if (titles.length + hits.length >= most) break;
    if (!stored.has(chat.id)) continue;
    const messages = await store.readMessages(chat.id);
    hits.push(...messages.toReversed().flatMap((message) => messageHit(chat, message, terms) ?? []));
  }
  return [...titles, ...hits].slice(0, most);
}

/** The chats on this device that fit the filters. */
export async function fittingChats(
  store: ChatStore,
  filters: ChatFilters,
  signal: AbortSignal,
): Promise<Chat[]> {
  const chats = (await store.readChats()).filter((chat) => matchesFilters(chat, filters));
  const { model, hasCode } = filters;
  if (model === null && !hasCode) return chats;
  const fitting: Chat[] = [];
  for (const chat of chats) {
    signal.throwIfAborted();
    const messages = await store.readMessages(chat.id);
    const hasModel = model === null || messages.some(({ modelId }) => modelId === model);
    if (hasModel && (!hasCode || messages.some(({ content }) => content.includes('```')))) fitting.push(chat);
  }
  return fitting;
}

function titleHit({ id, title, updatedAt, archivedAt }: Chat, terms: SearchTerms): Hit | null {
  const excerpt = excerptOf(title, terms);
  return excerpt === null
    ? null
    : { chatId: id, title, messageId: null, excerpt, writtenAt: updatedAt, isArchived: archivedAt !== null };
}

/** System prompts are not searched, as on the service. */
function messageHit({ id, title, archivedAt }: Chat, message: Message, terms: SearchTerms): Hit | null {
  const names = message.attachments?.map(({ name }) => name) ?? [];
  const excerpt = message.role === 'system' ? null : excerptOf([message.content, ...names].join('\n'), terms);
  return excerpt === null
    ? null
    : {
        chatId: id,
        title,
        messageId: message.id,
        excerpt,
        writtenAt: message.createdAt,
        isArchived: archivedAt !== null,
      };
}
