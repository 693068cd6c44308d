import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Chat } from './chat.ts';
import { useChatEngine } from './chat-context.ts';
import { findCachedChat, listedChats } from './data/cache.ts';
import { chatQueries } from './data/queries.ts';
import { chatsWith } from './outbox/overlay.ts';
import { useOperations } from './outbox/use-operations.ts';
import { restoreChat } from './store/restore.ts';

export interface StoredChat {
  /**
   * The chat with the user's unconfirmed changes. Null while it is loading, or if it is unknown or deleted.
   */
  readonly chat: Chat | null;
  readonly isLoading: boolean;
  readonly isUnknown: boolean;
  /** Loads the chat again. Null unless loading has failed. */
  readonly reload: (() => void) | null;
}

/**
 * Finds a chat in the loaded list, or else loads it by its id.
 *
 * @param chatId null if there is no chat to load
 */
export function useStoredChat(userId: string, id: string | null): StoredChat {
  const operations = useOperations();
  const listQuery = useInfiniteQuery({
    ...chatQueries.list(userId),
    select: (data) => listedChats(data).find((chat) => chat.id === id) ?? null,
  });
  const isUnlisted = id !== null && listQuery.isFetched && !listQuery.data;
  const client = useQueryClient();
  const { store } = useChatEngine();
  const chatQuery = useQuery({
    ...chatQueries.one(id ?? ''),
    enabled: isUnlisted,
    // A chat that was opened from another list, such as that of a project, is shown immediately.
    initialData: () => findCachedChat(client, userId, id ?? ''),
    initialDataUpdatedAt: 0,
  });
  // Doesn't wait for the list to fail, which takes a while without a connection.
  const isListed = Boolean(listQuery.data);
  useEffect(() => {
    if (!isListed && id !== null && store) void restoreChat(client, id, store);
  }, [client, id, isListed, store]);
  const stored = listQuery.data ?? (id === null ? null : chatQuery.data) ?? null;
  return {
    chat: (stored && chatsWith([stored], operations)[0]) ?? stored,
    isLoading: id !== null && stored === null && (listQuery.isLoading || (isUnlisted && chatQuery.isLoading)),
    isUnknown: isUnlisted && chatQuery.data === null,
    reload: isUnlisted && chatQuery.isLoadingError ? () => void chatQuery.refetch() : null,
  };
}
