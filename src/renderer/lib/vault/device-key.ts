import { type DBSchema, openDB } from 'idb';
import { z } from 'zod';
import type { StoredKeys } from '../../../shared/vault/account-keys.ts';
import { vaultDatabase } from '../account-database.ts';

/** An account key that stays unlocked on this device. Scripts can use it but not read its bytes. */
export interface DeviceKey {
  readonly accountKey: CryptoKey;
  /** The keys as the service stores them. With them, the history also opens offline. */
  readonly keys: StoredKeys;
}

interface Schema extends DBSchema {
  keys: { key: 'account'; value: DeviceKey };
}

const deviceKey = z.object({
  accountKey: z.custom<CryptoKey>((value) => Object(value).type === 'secret'),
  keys: z.object({
    keyVersion: z.number(),
    publicKey: z.string(),
    privateKey: z.string(),
    // Earlier versions of the app have not stored it, because keys could not be changed.
    pastKeys: z.string().nullable().default(null),
  }),
});

async function withKeys<Result>(
  userId: string,
  act: (database: Awaited<ReturnType<typeof openDB<Schema>>>) => Promise<Result>,
): Promise<Result> {
  const database = await openDB<Schema>(vaultDatabase(userId), 1, {
    upgrade: (created) => void created.createObjectStore('keys'),
    // Close the connection. Otherwise, another tab could not delete the database at sign-out.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await act(database);
  } finally {
    database.close();
  }
}

/** Returns null if this device has no key or no storage. */
export async function readDeviceKey(userId: string): Promise<DeviceKey | null> {
  try {
    const stored = await withKeys(userId, (database) => database.get('keys', 'account'));
    return deviceKey.safeParse(stored).data ?? null;
  } catch {
    return null;
  }
}

/** @returns false if the browser has no storage, for example in a private window */
export async function keepDeviceKey(userId: string, key: DeviceKey): Promise<boolean> {
  try {
    await withKeys(userId, (database) => database.put('keys', key, 'account'));
    return true;
  } catch {
    return false;
  }
}

/** Deletes the key. Rejects if that fails, because the user must be informed. */
export const forgetDeviceKey = (userId: string): Promise<void> =>
  withKeys(userId, (database) => database.delete('keys', 'account'));
