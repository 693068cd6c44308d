import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { showToast } from '../../../lib/toast.ts';
import type { Message } from '../chat.ts';
import { chatToasts } from '../texts.ts';
import { forgetOlder } from './cache.ts';
import { chatQueries } from './queries.ts';

const none: readonly Message[] = [];

/** The stored messages of a chat, newest page first to arrive, in read order [CHAT-066]. Null: nothing is stored yet. */
export function useConversation(chatId: string | null) {
  const query = useInfiniteQuery({ ...chatQueries.messages(chatId ?? ''), enabled: chatId !== null });
  const { data, isError } = query;
  const rows = useMemo(() => data?.pages.toReversed().flat() ?? none, [data]);
  useEffect(() => {
    if (isError) showToast(chatToasts.messagesNotLoaded);
  }, [isError]);
  const client = useQueryClient();
  useEffect(() => (chatId === null ? undefined : () => forgetOlder(client, chatId)), [client, chatId]);
  return {
    rows,
    isLoading: chatId !== null && query.isPending,
    hasFailed: isError && data === undefined,
    retry: () => void query.refetch(),
    hasOlder: query.hasNextPage,
    isLoadingOlder: query.isFetchingNextPage,
    loadOlder: query.fetchNextPage,
  };
}

/**
 * The loaded messages with as many older pages before them as `isEnough` asks for, or all there are.
 *
 * Rejects when a page cannot be had: half a conversation must not pass for the whole of it.
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

/** How many messages the chat has: those loaded, and the service's count where older ones are not. */
export function useStoredCount(chatId: string | null, loaded: number, hasOlder: boolean): number {
  const { data } = useQuery({
    ...chatQueries.messageCount(chatId ?? ''),
    enabled: chatId !== null && hasOlder,
  });
  return hasOlder ? Math.max(loaded, data ?? 0) : loaded;
}
