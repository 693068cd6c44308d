import type { Vault } from '../vault/account-keys.ts';
import { createHistory, type History, readState } from './history.ts';
import type { TextService } from './service.ts';

const histories = new Map<string, { readonly vault: Vault; readonly opening: Promise<History> }>();
const openListeners = new Set<(history: History) => void>();

export const onHistoryOpened = (listener: (history: History) => void): void =>
  void openListeners.add(listener);

/** Returns the keys of an account, or null while its history is locked. */
type FindVault = (accountId: string) => Promise<Vault | null>;

let findVault: FindVault = () => Promise.resolve(null);

export function setFindVault(find: FindVault): void {
  findVault = find;
}

export class LockedError extends Error {
  override readonly name = 'LockedError';
}

/**
 * Opens the encrypted history of an account.
 *
 * @throws LockedError while it is locked, ServiceRefusal if this device can't confirm the service's claim about it
 */
export async function openHistory(accountId: string, service: TextService): Promise<History> {
  const vault = await findVault(accountId);
  if (!vault) throw new LockedError();
  // All requests share one history, so that the state and the keys of chats are read only once.
  const known = histories.get(accountId);
  if (known?.vault === vault) return known.opening;
  const opening = readState(vault, service).then((state) => {
    const history = createHistory(vault, state);
    for (const listener of openListeners) listener(history);
    return history;
  });
  const entry = { vault, opening };
  histories.set(accountId, entry);
  // Don't cache a failure, so that the next request tries again.
  opening.catch(() => {
    if (histories.get(accountId) === entry) histories.delete(accountId);
  });
  return opening;
}

export const forgetHistories = (): void => histories.clear();
