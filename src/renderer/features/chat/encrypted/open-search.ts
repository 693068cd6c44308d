import type { Vault } from '../../../../shared/vault/account-keys.ts';
import { createAccountSource } from '../device-search/account-source.ts';
import { startDeviceSearch } from '../device-search/device-search.ts';
import { createAccountReader } from './account-reader.ts';

/** Searches the unlocked history on this device. Returns a function that closes the search. */
export function openSearch({ accountId, accountKey }: Vault): () => void {
  const source = createAccountSource(createAccountReader(accountId));
  return startDeviceSearch({ accountId, key: accountKey, source }).close;
}
