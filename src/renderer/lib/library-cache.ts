import { openDB } from 'idb';
import { libraryDatabase } from './account-database.ts';
import { encrypted } from './storage.ts';

const STORE = 'responses';

/** Reads the last response for this key. Undefined if there is none, or if the browser has no database. */
export const readCachedResponse = (userId: string, key: string): Promise<unknown> =>
  withDatabase(userId, (database) => database.get(STORE, key));

/** Caches a response, but no texts of an encrypted history, because this database is not encrypted. */
export const writeCachedResponse = async (userId: string, key: string, response: unknown): Promise<unknown> =>
  encrypted.account ? null : withDatabase(userId, (database) => database.put(STORE, response, key));

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
