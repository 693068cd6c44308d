import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { ChatCursor, ChatPage } from '../chat.ts';
import { listHistory } from '../data/history.ts';
import { chatQueries } from '../data/queries.ts';
import { StoreError } from '../data/store-error.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { filterStoredChats } from '../store/find-messages.ts';
import type { ChatFilters } from './filters.ts';

/** Lists all chats that match the filters. If the service is unreachable, only chats on this device. */
export const historyQuery = (userId: string, filters: ChatFilters, store: ChatStore | null) =>
  infiniteQueryOptions({
    // Starts with the key of all lists, so that chat changes also update this one.
    queryKey: [...chatQueries.lists(userId), { history: filters }],
    queryFn: async ({ pageParam, signal }): Promise<ChatPage> => {
      try {
        return await listHistory(userId, filters, pageParam, signal);
      } catch (error) {
        if (!store || signal.aborted || !(error instanceof StoreError && error.code === 'offline'))
          throw error;
        return { chats: await filterStoredChats(store, filters, signal), next: null };
      }
    },
    initialPageParam: null as ChatCursor | null,
    getNextPageParam: ({ next }: ChatPage) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
