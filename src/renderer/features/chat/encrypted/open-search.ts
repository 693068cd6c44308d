import type { QueryClient } from '@tanstack/react-query';
import type { Vault } from '../../../../shared/vault/account-keys.ts';
import { createAccountSource } from '../device-search/account-source.ts';
import { startDeviceSearch } from '../device-search/device-search.ts';
import { searchQueries } from '../store/search-query.ts';
import { createAccountReader } from './account-reader.ts';

/**
 * Searches the unlocked history on this device. Returns a function that closes the search. Visible results are searched
 * again when the index changes.
 */
export function openSearch(client: QueryClient, { accountId, accountKey }: Vault): () => void {
  const source = createAccountSource(createAccountReader(accountId));
  const onState = () => void client.invalidateQueries({ queryKey: searchQueries(accountId) });
  return startDeviceSearch({ accountId, key: accountKey, source, onState }).close;
}
