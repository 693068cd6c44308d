import { FileDatabase } from '../attachments/device/file-database.ts';
import type { Chat, Message } from '../chat.ts';
import { defaultScope, type Hit, type SearchScope } from '../data/search-messages.ts';
import { type ChatFilters, matchesFilters } from '../history/filters.ts';
import type { ChatStore } from './chat-store.ts';
import { excerptOf, type SearchTerms, termsOf } from './search-terms.ts';

export async function searchDevice(
  userId: string,
  store: ChatStore,
  query: string,
  signal: AbortSignal,
  scope: SearchScope,
): Promise<Hit[]> {
  const files = new FileDatabase(userId);
  try {
    return await findMessages(store, query, signal, scope, (path) => files.readText(path));
  } finally {
    files.close();
  }
}

/**
 * Finds the chats and messages on this device that contain all words: first titles, then messages, each with
 * the most recently changed chats first. The results have the same format as the service's.
 *
 * @param signal aborts the search when the words change
 * @param readText returns the text of an attached document by its path, or null if it is not on this device
 */
export async function findMessages(
  store: ChatStore,
  query: string,
  signal: AbortSignal,
  { filters, maxHits }: SearchScope = defaultScope,
  readText: (path: string) => Promise<string | null> = async () => null,
): Promise<Hit[]> {
  const terms = termsOf(query);
  if (terms === null) return [];
  const chats = await filterStoredChats(store, filters, signal);
  const titles = chats.flatMap((chat) => titleHit(chat, terms) ?? []);
  const hits: Hit[] = [];
  const storedChatIds = new Set((await store.listBranches()).map(({ chatId }) => chatId));
  for (const chat of chats) {
    signal.throwIfAborted();
    if (titles.length + hits.length >= maxHits) break;
    if (!storedChatIds.has(chat.id)) continue;
    const messages = await store.readMessages(chat.id);
    for (const message of messages.toReversed()) {
      signal.throwIfAborted();
      const hit = messageHit(chat, message, await textsOf(message, readText), terms);
      if (hit) hits.push(hit);
    }
  }
  return [...titles, ...hits].slice(0, maxHits);
}

export async function filterStoredChats(
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

/** Returns the texts of a message to search: its own text, and the names and texts of its files. */
async function textsOf(
  { content, attachments = [] }: Message,
  readText: (path: string) => Promise<string | null>,
): Promise<string[]> {
  const texts = [content, ...attachments.map(({ name }) => name)];
  for (const { kind, path } of attachments) if (kind === 'document') texts.push((await readText(path)) ?? '');
  return texts.filter((text) => text !== '');
}

/** Searches one message. System prompts are not searched, as on the service. */
function messageHit(
  { id, title, archivedAt }: Chat,
  message: Message,
  texts: readonly string[],
  terms: SearchTerms,
): Hit | null {
  const excerpt = message.role === 'system' ? null : excerptOf(texts.join('\n'), terms);
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
