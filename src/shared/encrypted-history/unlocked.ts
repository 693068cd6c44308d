import type { Vault } from '../vault/account-keys.ts';

let vault: Vault | null = null;
const waiting = new Set<(opened: Vault) => void>();

/** Called when the user has unlocked their history, and with null when they lock it. */
export function setVault(opened: Vault | null): void {
  vault = opened;
  if (!opened) return;
  for (const resolve of waiting) resolve(opened);
}

/** The keys of an account, or null while its history is locked. */
export const unlockedVault = (accountId: string): Vault | null =>
  vault?.accountId === accountId ? vault : null;

/** Waits until the account's history is unlocked. Rejects if the signal aborts. */
export function whenUnlocked(accountId: string, signal?: AbortSignal | null): Promise<Vault> {
  const opened = unlockedVault(accountId);
  if (opened) return Promise.resolve(opened);
  return new Promise((resolve, reject) => {
    const end = () => {
      waiting.delete(take);
      signal?.removeEventListener('abort', abort);
    };
    const take = (next: Vault) => {
      if (next.accountId !== accountId) return;
      end();
      resolve(next);
    };
    const abort = () => {
      end();
      reject(signal?.reason instanceof Error ? signal.reason : new Error('Aborted'));
    };
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort);
    waiting.add(take);
  });
}
