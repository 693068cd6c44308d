import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Message } from '../chat.ts';
import { useChatEngine } from '../chat-context.ts';
import { applyToBranch, changesBranch } from '../outbox/overlay.ts';
import { useOperations } from '../outbox/use-operations.ts';
import { messagePage, restoreMessages, storedMessages } from '../store/restore.ts';
import { dropOlderPages } from './cache.ts';
import type { StoredChat } from '../use-stored-chat.ts';
import { chatQueries } from './queries.ts';

const noMessages: readonly Message[] = [];

/**
 * Loads the stored messages of a chat in reading order [CHAT-066].
 *
 * @param chatId null if nothing is stored yet
 * @param chat the chat's row, which must be loaded before the chat counts as empty
 */
export function useConversation(chatId: string | null, chat?: Pick<StoredChat, 'isLoading' | 'reload'>) {
  const client = useQueryClient();
  const { store } = useChatEngine();
  const query = useInfiniteQuery({
    ...chatQueries.messages(chatId ?? ''),
    queryFn: messagePage(chatId ?? '', store),
    enabled: chatId !== null,
  });
  const { data, isError } = query;
  const stored = useMemo(() => data?.pages.toReversed().flat() ?? noMessages, [data]);
  const rows = useChangedBranch(chatId, stored);
  const isEmpty = rows.length === 0;
  const hasFailed = isEmpty && (isError || Boolean(chat?.reload));
  useEffect(() => {
    if (chatId !== null && store) void restoreMessages(client, chatId, store);
  }, [chatId, client, store]);
  useEffect(() => (chatId === null ? undefined : () => dropOlderPages(client, chatId)), [client, chatId]);
  return {
    rows,
    isLoading: chatId !== null && (query.isPending || (isEmpty && Boolean(chat?.isLoading))),
    hasFailed,
    retry: () => {
      chat?.reload?.();
      void query.refetch();
    },
    hasOlder: query.hasNextPage,
    isLoadingOlder: query.isFetchingNextPage,
    loadOlder: query.fetchNextPage,
  };
}

function useChangedBranch(chatId: string | null, stored: readonly Message[]): readonly Message[] {
  const { store } = useChatEngine();
  const all = useOperations();
  const operations = useMemo(
    () => all.filter((operation) => operation.chatId === chatId && changesBranch(operation)),
    [all, chatId],
  );
  const { data: known } = useQuery({
    ...storedMessages(chatId ?? '', store),
    enabled: operations.length > 0,
  });
  return useMemo(() => applyToBranch(stored, known ?? noMessages, operations), [known, operations, stored]);
}

/**
 * Loads older pages until `isEnough` returns true or all are loaded. Rejects if a page fails to load, because
 * an incomplete conversation must not count as complete.
 */
export async function loadUntil(
  { rows, hasOlder, loadOlder }: Pick<ReturnType<typeof useConversation>, 'rows' | 'hasOlder' | 'loadOlder'>,
  isEnough: (rows: readonly Message[]) => boolean,
): Promise<readonly Message[]> {
  let all = rows;
  let isMore = hasOlder;
  while (isMore && !isEnough(all)) {
    const { data, hasNextPage, error } = await loadOlder();
    if (error || !data) throw error ?? new Error('There are no messages.');
    all = data.pages.toReversed().flat();
    isMore = hasNextPage;
  }
  return all;
}

/** Returns the number of messages in the chat. Requests it from the service if not all of them are loaded. */
export function useStoredCount(chatId: string | null, loaded: number, hasOlder: boolean): number {
  const { data } = useQuery({
    ...chatQueries.messageCount(chatId ?? ''),
    enabled: chatId !== null && hasOlder,
  });
  return hasOlder ? Math.max(loaded, data ?? 0) : loaded;
}
