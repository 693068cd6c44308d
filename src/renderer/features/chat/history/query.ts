import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { ChatCursor, ChatPage } from '../chat.ts';
import { listHistory } from '../data/history.ts';
import { chatQueries } from '../data/queries.ts';
import { StoreError } from '../data/store-error.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { fittingChats } from '../store/find-messages.ts';
import type { ChatFilters } from './filters.ts';

/** All chats that fit the filters; those on this device if the service can't be reached. */
export const historyQuery = (userId: string, filters: ChatFilters, store: ChatStore | null) =>
  infiniteQueryOptions({
    // The key of a list, so that changes of chats update it.
    queryKey: [...chatQueries.lists(userId), { history: filters }],
    queryFn: async ({ pageParam, signal }): Promise<ChatPage> => {
      try {
        return await listHistory(userId, filters, pageParam, signal);
      } catch (error) {
        if (!store || signal.aborted || !(error instanceof StoreError && error.code === 'offline'))
          throw error;
        return { chats: await fittingChats(store, filters, signal), next: null };
      }
    },
    initialPageParam: null as ChatCursor | null,
    getNextPageParam: ({ next }: ChatPage) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
