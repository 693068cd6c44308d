import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ChatCursor, ChatPage, Message } from '../chat.ts';
import { findChat, listChats, listPinnedChats } from './chats.ts';
import { countMessages, findSystemPrompt, listMessages, type MessageCursor } from './messages.ts';
import { searchMessages } from './search-messages.ts';
import { findDefaultSystemPrompt } from './settings.ts';
import { listVendorNames } from './vendors.ts';

/** Every question the chat asks the service: key, call and type together. */
export const chatQueries = {
  all: () => ['chat'] as const,

  /** All lists of the user, searched ones included. */
  lists: (userId: string) => [...chatQueries.all(), 'list', userId] as const,

  /** Freshness ends with every event of chat_history (realtime) and with our own changes. */
  list: (userId: string, search = '') =>
    infiniteQueryOptions({
      queryKey: [...chatQueries.lists(userId), search],
      queryFn: ({ pageParam, signal }) => listChats(userId, search, pageParam, signal),
      initialPageParam: null as ChatCursor | null,
      getNextPageParam: ({ next }: ChatPage) => next ?? undefined,
      placeholderData: keepPreviousData,
    }),

  /** The pinned chats, wherever their time would put them. */
  pinned: (userId: string) =>
    infiniteQueryOptions({
      queryKey: [...chatQueries.lists(userId), { pinned: true }],
      queryFn: ({ signal }) => listPinnedChats(userId, signal),
      initialPageParam: null as ChatCursor | null,
      getNextPageParam: () => undefined,
    }),

  /** Messages that hold the words. An answer to an older word is given up. */
  search: (userId: string, words: string) =>
    queryOptions({
      queryKey: [...chatQueries.all(), 'search', userId, words],
      queryFn: ({ signal }) => searchMessages(words, signal),
      placeholderData: keepPreviousData,
    }),

  /** A chat opened by its address that the loaded list does not hold. */
  one: (chatId: string) =>
    queryOptions({ queryKey: [...chatQueries.all(), 'one', chatId], queryFn: () => findChat(chatId) }),

  /** Pages from the newest back. Freshness ends with the INSERT events of chat_messages (realtime). */
  messages: (chatId: string) =>
    infiniteQueryOptions({
      queryKey: [...chatQueries.all(), 'messages', chatId],
      queryFn: ({ pageParam, signal }) => listMessages(chatId, pageParam, signal),
      initialPageParam: null as MessageCursor | null,
      getNextPageParam: ([first]: Message[]) => (first?.parentId ? first : undefined),
      // Of a chat read far back, all pages would be asked for again.
      refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) < 2,
      refetchOnReconnect: ({ state }) => (state.data?.pages.length ?? 0) < 2,
    }),

  /** Asked only where not all messages are loaded. */
  messageCount: (chatId: string) =>
    queryOptions({ queryKey: [...chatQueries.all(), 'count', chatId], queryFn: () => countMessages(chatId) }),

  /** What stands before a message hardly ever changes. */
  systemPrompt: ({ id }: MessageCursor) =>
    queryOptions({
      queryKey: [...chatQueries.all(), 'system-prompt', id],
      queryFn: () => findSystemPrompt(id),
    }),

  /** Names hardly ever change; a new one is read at the next visit. */
  vendorNames: () =>
    queryOptions({
      queryKey: [...chatQueries.all(), 'vendor-names'],
      queryFn: listVendorNames,
      staleTime: Infinity,
    }),

  /** An administrator's change counts at the next visit or after five minutes. */
  defaultSystemPrompt: () =>
    queryOptions({
      queryKey: [...chatQueries.all(), 'default-system-prompt'],
      queryFn: findDefaultSystemPrompt,
      staleTime: 5 * 60_000,
    }),
};
