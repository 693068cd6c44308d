import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { loadModule } from '../../../lib/load-module.ts';
import { chatQueries } from '../data/queries.ts';
import { everywhere, type SearchResult, searchMessages, type SearchScope } from '../data/search-messages.ts';
import { StoreError } from '../data/store-error.ts';
import type { ChatStore } from './chat-store.ts';

const loadLocalSearch = () => loadModule(() => import('./find-messages.ts'));

/** Loads this device's search in advance, because it could not be loaded without a connection. */
export function prepareLocalSearch(): void {
  // If loading fails, the search itself reports the error.
  loadLocalSearch().catch(() => {});
}

/** Searches the service, or this device if the service is unreachable. Aborts when the words change. */
export const searchQuery = (
  userId: string,
  words: string,
  store: ChatStore | null,
  scope: SearchScope = everywhere,
) =>
  queryOptions({
    queryKey: [...chatQueries.all(), 'search', userId, words, scope],
    queryFn: async ({ signal }): Promise<SearchResult> => {
      try {
        return { hits: await searchMessages(words, scope, signal), isLocal: false };
      } catch (error) {
        if (!store || signal.aborted || !(error instanceof StoreError && error.code === 'offline'))
          throw error;
        const { searchDevice } = await loadLocalSearch();
        return { hits: await searchDevice(userId, store, words, signal, scope), isLocal: true };
      }
    },
    placeholderData: keepPreviousData,
  });
