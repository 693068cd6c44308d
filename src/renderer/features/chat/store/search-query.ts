import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { loadModule } from '../../../lib/load-module.ts';
import { chatQueries } from '../data/queries.ts';
import {
  defaultScope,
  type SearchResult,
  searchMessages,
  type SearchScope,
} from '../data/search-messages.ts';
import { StoreError } from '../data/store-error.ts';
import type { ChatStore } from './chat-store.ts';
import { deviceSearchOf } from './current-device-search.ts';

const loadLocalSearch = () => loadModule(() => import('./find-messages.ts'));

/** Loads the code for searching this device in advance, because it can't be loaded offline. */
export function prepareLocalSearch(): void {
  // If this fails, the search itself reports the error.
  loadLocalSearch().catch(() => {});
}

/** The key of all searches of an account. */
export const searchQueries = (userId: string) => [...chatQueries.all(), 'search', userId] as const;

/**
 * Searches the service, or this device if the service is unreachable. Encrypted history is always searched on this
 * device. A search is aborted when the words change.
 */
export const searchQuery = (
  userId: string,
  words: string,
  store: ChatStore | null,
  scope: SearchScope = defaultScope,
) =>
  queryOptions({
    queryKey: [...searchQueries(userId), words, scope],
    queryFn: async ({ signal }): Promise<SearchResult> => {
      const encrypted = deviceSearchOf(userId);
      if (encrypted) return { hits: await encrypted.search(words, scope), isLocal: false };
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
