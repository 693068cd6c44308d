import type { QueryClient } from '@tanstack/react-query';
import { chatLimits } from '../constants.ts';
import { listedChats } from './cache.ts';
import { chatQueries } from './queries.ts';

/**
 * Reads the latest chats with their last messages into the cache, so that opening one of them shows it without a wait
 * [DATA-030]. One chat after the other, so that whatever the person does meanwhile comes first. Stops at the first
 * failure: what could not be read is read when its chat is opened.
 */
export async function preloadChats(client: QueryClient, userId: string, signal: AbortSignal): Promise<void> {
  try {
    const chats = listedChats(await client.fetchInfiniteQuery(chatQueries.list(userId)));
    for (const { id } of chats.slice(0, chatLimits.preloadedChats)) {
      const query = chatQueries.messages(id);
      if (signal.aborted) return;
      if (client.getQueryState(query.queryKey)) continue;
      // Kept while the app is open: without a screen that reads it, the cache would drop it after five minutes.
      await client.fetchInfiniteQuery({ ...query, gcTime: Number.POSITIVE_INFINITY });
      // No channel follows a chat that is not open, so it is read again when it is opened, behind what is shown.
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: 'none' });
    }
  } catch {
    // The screen that needs the rows asks again and shows its own message.
  }
}
