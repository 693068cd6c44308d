import { openDB } from 'idb';
import { libraryDatabase } from './account-database.ts';
import { encrypted } from './storage.ts';

const STORE = 'responses';

/**
 * Reads the last response for this key. Undefined if there is none, if the browser has no database, or if the account's
 * history is encrypted and locked.
 */
export async function readCachedResponse(userId: string, key: string): Promise<unknown> {
  const stored = await withDatabase(userId, (database) => database.get(STORE, key));
  if (encrypted.account === userId) return cipherOf(userId)?.decrypt(key, stored);
  // An encrypted history was turned off. The next response replaces its copy.
  return typeof stored === 'string' ? undefined : stored;
}

/** Caches a response, encrypted if the account's history is. While it is locked, nothing is cached. */
export async function writeCachedResponse(userId: string, key: string, response: unknown): Promise<void> {
  const value = encrypted.account ? await cipherOf(userId)?.encrypt(key, response) : response;
  if (value !== undefined) await withDatabase(userId, (database) => database.put(STORE, value, key));
}

const cipherOf = (userId: string) => (encrypted.copies?.account === userId ? encrypted.copies : null);

type Database = Awaited<ReturnType<typeof openDB>>;

/** Closes the database after each use, so that signing out can delete it. */
async function withDatabase(userId: string, act: (database: Database) => Promise<unknown>): Promise<unknown> {
  try {
    const database = await openDB(libraryDatabase(userId), 2, {
      upgrade: (created) => {
        for (const name of created.objectStoreNames) created.deleteObjectStore(name);
        created.createObjectStore(STORE);
      },
    });
    try {
      return await act(database);
    } finally {
      database.close();
    }
  } catch {
    // Ignore failures, because the cache is only needed without a connection.
    return undefined;
  }
}
