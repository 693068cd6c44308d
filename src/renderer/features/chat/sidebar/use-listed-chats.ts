import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { chatLimits } from '../constants.ts';
import { useChatEngine } from '../chat-context.ts';
import { chatQueries } from '../data/queries.ts';
import { useOperations, useWaitingOperations } from '../outbox/use-operations.ts';
import { searchQuery } from '../store/search-query.ts';
import { useUnstoredTurns } from '../turn/use-turn.ts';
import { useNow } from '../use-now.ts';
import { sidebarChats, withPinnedChats } from './chat-order.ts';
import { linesByDay, linesOf, linesOfHits } from './lines.ts';
import { listVisibleChats } from './listed-chats.ts';
import { sendingChats } from './sending-chats.ts';

/**
 * Returns the lines of the sidebar. A search filters the loaded chats immediately. When the user stops typing, messages
 * are searched, and the service also searches titles if not all chats are loaded.
 */
export function useListedChats(userId: string, search: string) {
  const now = useNow();
  const unstored = useUnstoredTurns();
  const all = useInfiniteQuery(chatQueries.list(userId));
  const { data: pinned } = useInfiniteQuery(chatQueries.pinned(userId));
  const [words] = useDebouncedValue(search.trim(), chatLimits.searchPause);
  const isSearch = search.trim() !== '';
  const isSearchingService = isSearch && words !== '' && all.hasNextPage;
  const { store } = useChatEngine();
  const titleSearch = useInfiniteQuery({ ...chatQueries.list(userId, words), enabled: isSearchingService });
  const hits = useQuery({ ...searchQuery(userId, words, store), enabled: isSearch && words !== '' });
  const query = isSearchingService ? titleSearch : all;
  const data = isSearchingService && titleSearch.data ? titleSearch.data : all.data;
  const operations = useOperations();
  const waitingOperations = useWaitingOperations();
  const client = useQueryClient();
  const { data: sending } = useQuery(sendingChats(userId, operations));
  const stored = useMemo(() => {
    const known = [...withPinnedChats(data, pinned), ...(sending ?? [])];
    return sidebarChats(client, userId, known, operations);
  }, [client, data, operations, pinned, sending, userId]);
  const lines = useMemo(() => {
    const waitingIds = new Set(waitingOperations.map(({ chatId }) => chatId));
    const chats = listVisibleChats(stored, unstored, search, now).map((chat) =>
      waitingIds.has(chat.chatId) ? { ...chat, isQueued: true } : chat,
    );
    if (!isSearch) return linesByDay(chats, new Date(now));
    return [...linesOf(chats), ...linesOfHits(hits.data?.hits ?? [], chats, hits.isError)];
  }, [hits.data, hits.isError, isSearch, now, search, stored, unstored, waitingOperations]);
  const hasFailed = all.isError && all.data === undefined;
  return {
    lines,
    isDeviceOnly: isSearch && hits.data?.isLocal === true,
    isLoading: all.isPending,
    isSearching: isSearch && (words !== search.trim() || hits.isFetching || query.isFetching),
    hasFailed,
    retry: () => void all.refetch(),
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
  };
}
