import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ChatCursor, ChatPage, Message } from '../chat.ts';
import { findChat, listChats, listPinnedChats } from './chats.ts';
import {
  countMessages,
  findReasoning,
  findSystemPrompt,
  listMessages,
  sumUsage,
  type MessageCursor,
} from './messages.ts';
import { findDefaultSystemPrompt } from './system-prompt.ts';
import { listVendorNames } from './vendors.ts';

export const chatQueries = {
  all: () => ['chat'] as const,

  lists: (userId: string) => [...chatQueries.all(), 'list', userId] as const,

  /** Realtime events of chat_history and changes by this page invalidate this query. */
  list: (userId: string, search = '') =>
    infiniteQueryOptions({
      queryKey: [...chatQueries.lists(userId), search],
      queryFn: ({ pageParam, signal }) => listChats(userId, search, pageParam, signal),
      initialPageParam: null as ChatCursor | null,
      getNextPageParam: ({ next }: ChatPage) => next ?? undefined,
      placeholderData: keepPreviousData,
    }),

  pinned: (userId: string) =>
    infiniteQueryOptions({
      queryKey: [...chatQueries.lists(userId), { pinned: true }],
      queryFn: ({ signal }) => listPinnedChats(userId, signal),
      initialPageParam: null as ChatCursor | null,
      getNextPageParam: () => undefined,
    }),

  allOpened: () => ({ queryKey: [...chatQueries.all(), 'one'] as const }),

  /** Loads a chat that was opened by its URL and is not in the loaded list. */
  one: (chatId: string) =>
    queryOptions({
      queryKey: [...chatQueries.allOpened().queryKey, chatId],
      queryFn: () => findChat(chatId),
    }),

  allMessages: () => ({ queryKey: [...chatQueries.all(), 'messages'] as const }),

  /** Pages of messages, latest page first. Realtime INSERT events of chat_messages invalidate this query. */
  messages: (chatId: string) =>
    infiniteQueryOptions({
      queryKey: [...chatQueries.allMessages().queryKey, chatId],
      queryFn: ({ pageParam, signal }) => listMessages(chatId, pageParam, signal),
      initialPageParam: null as MessageCursor | null,
      getNextPageParam: ([first]: Message[]) => (first?.parentId ? first : undefined),
      // With several pages, a refetch would request all of them again.
      refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) < 2,
      refetchOnReconnect: ({ state }) => (state.data?.pages.length ?? 0) < 2,
    }),

  /** Only needed if not all messages are loaded. */
  messageCount: (chatId: string) =>
    queryOptions({ queryKey: [...chatQueries.all(), 'count', chatId], queryFn: () => countMessages(chatId) }),

  /** Never stale, because a stored reply doesn't change. */
  reasoning: (messageId: string) =>
    queryOptions({
      queryKey: [...chatQueries.all(), 'reasoning', messageId],
      queryFn: () => findReasoning(messageId),
      staleTime: Infinity,
    }),

  /** Always stale, because every reply adds to the total. */
  usage: (chatId: string) =>
    queryOptions({
      queryKey: [...chatQueries.all(), 'usage', chatId],
      queryFn: () => sumUsage(chatId),
      staleTime: 0,
    }),

  systemPrompt: ({ id }: MessageCursor) =>
    queryOptions({
      queryKey: [...chatQueries.all(), 'system-prompt', id],
      queryFn: () => findSystemPrompt(id),
    }),

  /** Never stale, because display names rarely change. */
  vendorNames: () =>
    queryOptions({
      queryKey: [...chatQueries.all(), 'vendor-names'],
      queryFn: listVendorNames,
      staleTime: Infinity,
    }),

  defaultSystemPrompt: () =>
    queryOptions({
      queryKey: [...chatQueries.all(), 'default-system-prompt'],
      queryFn: findDefaultSystemPrompt,
      staleTime: 5 * 60_000,
    }),
};
