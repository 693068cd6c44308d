import { openDB } from 'idb';
import { promptDatabase } from './account-database.ts';

const STORE = 'prompts';
const KEY = 'all';

/** The prompts of the last response. Undefined if there are none, or if the browser has no database. */
export const readCachedPrompts = (userId: string): Promise<unknown> =>
  withDatabase(userId, (database) => database.get(STORE, KEY));

export const writeCachedPrompts = (userId: string, prompts: unknown): Promise<unknown> =>
  withDatabase(userId, (database) => database.put(STORE, prompts, KEY));

type Database = Awaited<ReturnType<typeof openDB>>;

/** Closes the database after each use, so that signing out can delete it. */
async function withDatabase(userId: string, act: (database: Database) => Promise<unknown>): Promise<unknown> {
  try {
    const database = await openDB(promptDatabase(userId), 1, {
      upgrade: (created) => void created.createObjectStore(STORE),
    });
    try {
      return await act(database);
    } finally {
      database.close();
    }
  } catch {
    // The cache is only needed without a connection.
    return undefined;
  }
}
