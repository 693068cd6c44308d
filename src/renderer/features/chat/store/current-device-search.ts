import type { Hit, SearchScope } from '../data/search-messages.ts';

/** Searches an account's decrypted history on this device, because the service can't read it. */
export interface DeviceSearch {
  readonly accountId: string;
  readonly search: (query: string, scope: SearchScope) => Promise<readonly Hit[]>;
  /** Reads new changes soon, for example after a realtime event. */
  readonly catchUp: () => void;
}

let current: DeviceSearch | null = null;

/** Sets the search while the account's encrypted history is unlocked. Null removes it. */
export const setDeviceSearch = (search: DeviceSearch | null): void => void (current = search);

/** Returns null for an account without encrypted history, or while it is locked. */
export const deviceSearchOf = (accountId: string): DeviceSearch | null =>
  current?.accountId === accountId ? current : null;
