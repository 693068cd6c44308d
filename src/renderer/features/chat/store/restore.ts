import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isListed } from '../chat.ts';
import { chatLimits } from '../constants.ts';
import { listMessages, type MessageCursor } from '../data/messages.ts';
import { chatQueries } from '../data/queries.ts';
import { StoreError } from '../data/store-error.ts';
import type { ChatStore } from './chat-store.ts';

/** Marks stored rows as outdated, so that they are also requested from the service. */
const outdatedOptions = { updatedAt: 0 };

/**
 * Shows stored chats until the service's list arrives. The latest ones are also loaded, so that they open
 * without delay.
 */
export async function restoreChats(client: QueryClient, userId: string, store: ChatStore): Promise<void> {
  const chats = (await store.readChats()).filter(isListed);
  if (chats.length === 0) return;
  const [list, pinned] = [chatQueries.list(userId).queryKey, chatQueries.pinned(userId).queryKey];
  const pages = { pages: [{ chats, next: null }], pageParams: [null] };
  const first = { ...pages, pages: [{ chats: chats.filter(({ pinnedAt }) => pinnedAt), next: null }] };
  if (client.getQueryData(list) === undefined) client.setQueryData(list, pages, outdatedOptions);
  if (client.getQueryData(pinned) === undefined) client.setQueryData(pinned, first, outdatedOptions);
  for (const { id } of chats.slice(0, chatLimits.preloadedChats)) {
    // Without an observer, the cache would drop the data after five minutes.
    const { queryKey } = chatQueries.messages(id);
    client.getQueryCache().build(client, { queryKey, gcTime: Number.POSITIVE_INFINITY });
    await restoreMessages(client, id, store);
  }
}

/** Until the service's row arrives, shows a stored chat that is not in the sidebar's list. */
export async function restoreChat(client: QueryClient, chatId: string, store: ChatStore): Promise<void> {
  const { queryKey } = chatQueries.one(chatId);
  if (client.getQueryData(queryKey) !== undefined) return;
  const chat = await store.readChat(chatId);
  if (chat === null || client.getQueryData(queryKey) !== undefined) return;
  client.setQueryData(queryKey, chat, outdatedOptions);
}

/** Shows the stored end of a chat until the service's messages arrive. */
export async function restoreMessages(client: QueryClient, chatId: string, store: ChatStore): Promise<void> {
  const { queryKey } = chatQueries.messages(chatId);
  if (client.getQueryData(queryKey) !== undefined) return;
  const end = await store.readEnd(chatId, chatLimits.messagesPerPage);
  if (end === null || client.getQueryData(queryKey) !== undefined) return;
  client.setQueryData(queryKey, { pages: [[...end]], pageParams: [null] }, outdatedOptions);
}

/**
 * Loads a page of messages from the service. If the service is unreachable, reads older messages from the
 * store.
 */
export const messagePage =
  (chatId: string, store: ChatStore | null) =>
  async ({
    pageParam,
    signal,
  }: {
    readonly pageParam: MessageCursor | null;
    readonly signal: AbortSignal;
  }) => {
    try {
      return await listMessages(chatId, pageParam, signal);
    } catch (error) {
      if (!pageParam || !store || !(error instanceof StoreError && error.code === 'offline')) throw error;
      const stored = await store.readBefore(chatId, pageParam.id);
      if (stored.length === 0) throw error;
      return stored.slice(-chatLimits.messagesPerLaterPage);
    }
  };

/** Reads all messages of a chat that are on this device, including other versions. */
export const storedMessages = (chatId: string, store: ChatStore | null) =>
  queryOptions({
    queryKey: [...chatQueries.all(), 'stored', chatId],
    queryFn: async () => (await store?.readMessages(chatId)) ?? [],
    // Never fresh, because other tabs may also change the chat.
    staleTime: 0,
    gcTime: 0,
  });
