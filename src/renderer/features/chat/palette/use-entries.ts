import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Command } from '../../../lib/commands.ts';
import { chatLimits } from '../constants.ts';
import { chatQueries } from '../data/queries.ts';
import { withPinned } from '../sidebar/chat-order.ts';
import { listChatsShown } from '../sidebar/listed-chats.ts';
import { useUnstoredTurns } from '../turn/use-turn.ts';
import { useNow } from '../use-now.ts';
import { entryGroups } from './entries.ts';

/** The palette's results. The service is searched when typing pauses. */
export function useEntries(userId: string, commands: readonly Command[], query: string) {
  const now = useNow();
  const unstored = useUnstoredTurns();
  const { data: list } = useInfiniteQuery(chatQueries.list(userId));
  const { data: pinned } = useInfiniteQuery(chatQueries.pinned(userId));
  const typed = query.trim();
  const [words] = useDebouncedValue(typed, chatLimits.searchPause);
  const hasWords = typed !== '' && words !== '';
  const search = useQuery({ ...chatQueries.search(userId, words), enabled: hasWords });
  const chats = useMemo(
    () =>
      listChatsShown(withPinned(list, pinned), unstored, '', now).toSorted((a, b) =>
        b.updatedAt.localeCompare(a.updatedAt),
      ),
    [list, pinned, unstored, now],
  );
  const hits = hasWords ? search.data : undefined;
  const groups = useMemo(
    () => entryGroups(query, { commands, chats, hits: hits ?? [] }),
    [query, commands, chats, hits],
  );
  return {
    groups,
    isSearching: typed !== words || (hasWords && search.isFetching),
    hasFailed: hasWords && search.isError,
  };
}
