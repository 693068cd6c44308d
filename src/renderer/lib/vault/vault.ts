import { useSyncExternalStore } from 'react';
import { openVault, type StoredKeys, type Vault } from '../../../shared/vault/account-keys.ts';
import { VerificationError } from '../../../shared/vault/verification-error.ts';
import { forgetDeviceKey, keepDeviceKey, readDeviceKey } from './device-key.ts';
import { isIdle, recordActivity, watchIdle } from './idle.ts';
import { pinVault } from './pin.ts';
import { lockChannel, signalLock } from '../account-database.ts';

interface NextKeys {
  readonly vault: Vault;
  readonly stored: StoredKeys;
}

// The unlocked account is only in this page's memory. `device-key.ts` stores its key if the user wants that.

let vault: Vault | null = null;
let openedFrom: StoredKeys | null = null;
/** The public key of the keys that this page is storing. */
let nextPublicKey: string | null = null;
let stopWatching = () => {};
let channel: BroadcastChannel | null = null;
const listeners = new Set<() => void>();

/** Returns the unlocked account, or null while it is locked. */
export const currentVault = (): Vault | null => vault;

export function subscribeToVault(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useVault = (): Vault | null => useSyncExternalStore(subscribeToVault, currentVault);

function setVault(next: Vault | null, keys: StoredKeys | null = null): void {
  stopWatching();
  stopWatching = () => {};
  vault = next;
  openedFrom = keys;
  if (next) {
    followLocking();
    recordActivity(next.accountId);
    stopWatching = watchIdle(next.accountId, () => void lockVault().catch(() => {}));
  }
  for (const listener of listeners) listener();
}

/** Locks all tabs if one is locked, because the user means the device. Signing out does the same. */
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
 * @param isKept whether this device should store the key for later pages
 * @returns whether the key is stored
 */
export async function unlockVault(
  accountId: string,
  accountKey: CryptoKey,
  stored: StoredKeys,
  isKept: boolean,
): Promise<boolean> {
  const opened = await openVault(accountId, accountKey, stored);
  pinVault(opened, false);
  setVault(opened, stored);
  return setKept(isKept);
}

/**
 * Returns the account that is unlocked in this page, or unlocks it with this device's stored key. Needs no connection.
 * Null if the history is locked.
 */
export async function restoreVault(accountId: string): Promise<Vault | null> {
  if (vault?.accountId === accountId) return vault;
  const deviceKey = await readDeviceKey(accountId);
  if (!deviceKey) return null;
  try {
    if (!isIdle(accountId)) {
      const opened = await openVault(accountId, deviceKey.accountKey, deviceKey.keys);
      // Several requests may restore the vault concurrently, and all must use the same one.
      if (currentVault()?.accountId !== accountId) {
        pinVault(opened, true);
        setVault(opened, deviceKey.keys);
      }
      return currentVault();
    }
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
  }
  await forgetDeviceKey(accountId);
  return null;
}

/**
 * Locks an account whose keys have changed since it was unlocked, because new texts need the new keys. Uses the new ones
 * if another tab of this device has stored them. Ignores a response from before the keys were changed.
 */
export async function lockIfChanged(accountId: string, { publicKey }: StoredKeys): Promise<void> {
  if (vault?.accountId !== accountId) return;
  if ([vault.publicKey, nextPublicKey, ...vault.pastPublicKeys].includes(publicKey)) return;
  const outdated = vault;
  const deviceKey = await readDeviceKey(accountId);
  // The user may have unlocked the new keys meanwhile.
  if (vault !== outdated) return;
  if (deviceKey?.keys.publicKey !== publicKey) await forgetDeviceKey(accountId).catch(() => {});
  // Not in other tabs, which may have the new keys.
  if (vault === outdated) setVault(null);
}

/**
 * Unlocks the account with its next keys after `store` has stored them. The page stays unlocked if it reads them from
 * the service earlier.
 */
export async function changeVault(
  { vault: next, stored }: NextKeys,
  store: () => Promise<void>,
): Promise<void> {
  nextPublicKey = stored.publicKey;
  try {
    await store();
    const { accountId, accountKey } = next;
    await unlockVault(accountId, accountKey, stored, await isKept(accountId));
  } finally {
    nextPublicKey = null;
  }
}

/** Sets whether this device stores the key for later pages. Returns the new state. */
export async function setKept(isKept: boolean): Promise<boolean> {
  if (!vault || !openedFrom) return false;
  const { accountId, accountKey } = vault;
  if (isKept) return keepDeviceKey(accountId, { accountKey, keys: openedFrom });
  await forgetDeviceKey(accountId).catch(() => {});
  return false;
}

export const isKept = async (accountId: string): Promise<boolean> =>
  (await readDeviceKey(accountId)) !== null;

/** Locks the account in all tabs of this device. Rejects if the stored key could not be deleted. */
export async function lockVault(): Promise<void> {
  const accountId = vault?.accountId;
  if (accountId === undefined) return;
  setVault(null);
  signalLock(accountId);
  await forgetDeviceKey(accountId);
}
