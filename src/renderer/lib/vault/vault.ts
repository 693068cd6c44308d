import { useSyncExternalStore } from 'react';
import { openVault, type StoredKeys, type Vault } from '../../../shared/vault/account-keys.ts';
import { VerificationError } from '../../../shared/vault/verification-error.ts';
import { forgetDeviceKey, keepDeviceKey, readDeviceKey } from './device-key.ts';
import { isIdle, noteActivity, watchIdle } from './idle.ts';
import { lockChannel, signalLock } from '../account-database.ts';

// The unlocked account of this page. In memory only; `device-key.ts` keeps its key if the user wants that.

let vault: Vault | null = null;
let stopWatching = () => {};
let channel: BroadcastChannel | null = null;
const listeners = new Set<() => void>();

/** The unlocked account, or null while it is locked. */
export const currentVault = (): Vault | null => vault;

export function subscribeToVault(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useVault = (): Vault | null => useSyncExternalStore(subscribeToVault, currentVault);

function setVault(next: Vault | null): void {
  stopWatching();
  stopWatching = () => {};
  vault = next;
  if (next) {
    followLocking();
    noteActivity(next.accountId);
    stopWatching = watchIdle(next.accountId, () => void lockVault().catch(() => {}));
  }
  for (const listener of listeners) listener();
}

/** Locking in one tab locks all of them, because the user means the device. So does signing out. */
function followLocking(): void {
  if (channel) return;
  channel = new BroadcastChannel(lockChannel);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === vault?.accountId) setVault(null);
  });
}

/**
 * Unlocks the account in this page.
 *
 * @param isKept whether this device keeps the key after the page is closed
 * @returns whether it is kept
 */
export async function unlockVault(
  accountId: string,
  accountKey: CryptoKey,
  stored: StoredKeys,
  isKept: boolean,
): Promise<boolean> {
  const opened = await openVault(accountId, accountKey, stored);
  setVault(opened);
  return setKept(isKept);
}

/** Unlocks with the key that this device kept. False if it has none, or one that no longer fits. */
export async function restoreVault(accountId: string, stored: StoredKeys): Promise<boolean> {
  if (vault?.accountId === accountId && vault.publicKey === stored.publicKey) return true;
  const deviceKey = await readDeviceKey(accountId);
  if (!deviceKey) return false;
  try {
    if (!isIdle(accountId) && deviceKey.keyVersion === stored.keyVersion) {
      setVault(await openVault(accountId, deviceKey.accountKey, stored));
      return true;
    }
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
  }
  await forgetDeviceKey(accountId);
  return false;
}

/** Whether this device keeps the key after the page is closed. Returns the new state. */
export async function setKept(isKept: boolean): Promise<boolean> {
  if (!vault) return false;
  const { accountId, accountKey, keyVersion } = vault;
  if (isKept) return keepDeviceKey(accountId, { accountKey, keyVersion });
  await forgetDeviceKey(accountId).catch(() => {});
  return false;
}

export const isKept = async (accountId: string): Promise<boolean> =>
  (await readDeviceKey(accountId)) !== null;

/** Locks the account in all tabs of this device. Rejects if the kept key could not be deleted. */
export async function lockVault(): Promise<void> {
  const accountId = vault?.accountId;
  if (accountId === undefined) return;
  setVault(null);
  signalLock(accountId);
  await forgetDeviceKey(accountId);
}
