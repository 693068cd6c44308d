import type { QueryClient } from '@tanstack/react-query';
import type { ShownRows } from '../../../../shared/encrypted-history/absent-messages.ts';
import { encryptedHistoryTexts } from '../../../lib/encrypted-history/texts.ts';
import type { Message } from '../chat.ts';
import { chatQueries } from '../data/queries.ts';

export interface LoadedRows extends ShownRows {
  /** The same messages, in reading order. */
  readonly end: readonly Message[];
  /** Returns false once the page has loaded other messages. */
  readonly isCurrent: () => boolean;
}

/**
 * Returns the messages of a chat that the page has loaded from the service. Null if it has loaded none.
 *
 * @param isFresh whether to load them again
 */
export async function readLoadedRows(
  client: QueryClient,
  chatId: string,
  isFresh: boolean,
): Promise<LoadedRows | null> {
  const { queryKey } = chatQueries.messages(chatId);
  const requestedAt = Date.now();
  if (isFresh) await client.refetchQueries({ queryKey, exact: true }, { throwOnError: true });
  const state = client.getQueryState(queryKey);
  // The time is 0 for rows from this device's store.
  if (!state?.data || state.status !== 'success' || state.dataUpdatedAt === 0) return null;
  // Without a connection, nothing is loaded.
  if (isFresh && state.dataUpdatedAt < requestedAt) return null;
  const pages = state.data.pages.toReversed();
  const end = pages.flat();
  return {
    end,
    isCurrent: () => client.getQueryData(queryKey) === state.data,
    messages: end.map(({ id, parentId = null, content }) => ({
      id,
      parentId,
      // The service stores no envelope for an empty text, so nothing authenticates it.
      isVerified: content !== '' && content !== encryptedHistoryTexts.failed,
    })),
    // The same condition decides whether there is an older page.
    isWhole: !pages[0]?.[0]?.parentId,
  };
}
