import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Chat } from '../chat.ts';
import { useChatEngine } from '../chat-context.ts';
import { chatLimits } from '../constants.ts';
import { findCachedChat, listedChats, newestFirst } from '../data/cache.ts';
import type { Hit } from '../data/search-messages.ts';
import { chatsWith } from '../outbox/overlay.ts';
import { useOperations } from '../outbox/use-operations.ts';
import { searchQuery } from '../store/search-query.ts';
import { type ChatFilters, matchesFilters } from './filters.ts';
import { linesOfChats, linesOfHits } from './lines.ts';
import { historyQuery } from './query.ts';

/** The history shows more matches than the sidebar, because it has more space. */
const MAX_HITS = 100;

interface Expansion {
  readonly words: string;
  readonly chatIds: ReadonlySet<string>;
}
const noChats: ReadonlySet<string> = new Set();

/** Returns the lines of the history: all chats or the search results, with the user's unconfirmed changes. */
export function useHistory(userId: string, typed: string, filters: ChatFilters) {
  const client = useQueryClient();
  const { store } = useChatEngine();
  const operations = useOperations();
  const [words] = useDebouncedValue(typed.trim(), chatLimits.searchPause);
  const isSearch = words !== '';
  const [expansion, setExpansion] = useState<Expansion>({ words, chatIds: noChats });
  // After a new search, only the best matches of each chat are shown.
  const expanded = expansion.words === words ? expansion.chatIds : noChats;
  const expand = useCallback(
    (chatId: string) => setExpansion({ words, chatIds: new Set(expanded).add(chatId) }),
    [expanded, words],
  );
  const list = useInfiniteQuery({ ...historyQuery(userId, filters, store), enabled: !isSearch });
  const search = useQuery({
    ...searchQuery(userId, words, store, { filters, maxHits: MAX_HITS }),
    enabled: isSearch,
  });
  const lines = useMemo(() => {
    if (!isSearch)
      return linesOfChats(
        chatsWith(withMoved(listedChats(list.data)), operations).filter((chat) =>
          matchesFilters(chat, filters),
        ),
      );
    return linesOfHits(search.data?.hits ?? [], (hit) => findChangedChat(hit), expanded);
    /** Adds chats whose move to the project is not confirmed yet. The service doesn't list them. */
    function withMoved(chats: readonly Chat[]): readonly Chat[] {
      if (filters.project === null) return chats;
      const moved = operations.flatMap((operation) => {
        const isMoved = operation.kind === 'move' && operation.projectId === filters.project;
        const isListed = chats.some(({ id }) => id === operation.chatId);
        return (isMoved && !isListed && findCachedChat(client, userId, operation.chatId)) || [];
      });
      return moved.length === 0 ? chats : newestFirst([...new Set([...chats, ...moved])]);
    }
    function findChangedChat({ chatId }: Hit): Chat | null | undefined {
      const isDeleted = operations.some(({ kind, chatId: id }) => kind === 'delete' && id === chatId);
      if (isDeleted) return null;
      const chat = findCachedChat(client, userId, chatId);
      return chat && chatsWith([chat], operations)[0];
    }
  }, [client, expanded, filters, isSearch, list.data, operations, search.data, userId]);
  const query = isSearch ? search : list;
  return {
    lines,
    words,
    expand,
    isDeviceOnly: isSearch && search.data?.isLocal === true,
    isLoading: query.isPending || (isSearch && query.isPlaceholderData),
    hasFailed: query.isError,
    retry: () => void query.refetch(),
    loadMore: () => {
      if (!isSearch && list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
    },
  };
}
