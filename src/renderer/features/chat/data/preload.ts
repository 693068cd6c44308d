import type { QueryClient } from '@tanstack/react-query';
import { chatLimits } from '../constants.ts';
import { listedChats } from './cache.ts';
import { chatQueries } from './queries.ts';

/**
 * Loads the latest chats with their last messages, so that they open without delay [DATA-030]. Loads one chat
 * at a time, so that the user's own requests are not delayed. Stops at the first failure, because the
 * remaining chats are loaded when they are opened.
 */
export async function preloadChats(client: QueryClient, userId: string, signal: AbortSignal): Promise<void> {
  try {
    const chats = listedChats(await client.fetchInfiniteQuery(chatQueries.list(userId)));
    for (const { id } of chats.slice(0, chatLimits.preloadedChats)) {
      const query = chatQueries.messages(id);
      if (signal.aborted) return;
      if (client.getQueryState(query.queryKey)?.dataUpdatedAt) continue;
      // Without an observer, the cache would drop the data after five minutes.
      await client.fetchInfiniteQuery({ ...query, gcTime: Number.POSITIVE_INFINITY });
      // Realtime events only cover the open chat. The cached messages are shown when the chat is opened, and then
      // reloaded.
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: 'none' });
    }
  } catch {
    // If loading fails again when the chat is opened, the chat shows an error.
  }
}
