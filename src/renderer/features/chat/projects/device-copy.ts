import type { z } from 'zod';
import { StoreError } from '../data/store-error.ts';
import { AccountDatabase } from '../store/database.ts';

/** Copies a value to the account's database on this device. "Clear" in the settings deletes it, and so does signing out. */
export async function writeCopy(userId: string, name: string, value: unknown): Promise<void> {
  await withDatabase(userId, (database) => database.use((open) => open.put('meta', value, name)));
}

/** Loads a value and copies it to this device. If the service is unreachable, returns the copy. */
export async function orFromDevice<Value>(
  userId: string,
  name: string,
  schema: z.ZodType<Value>,
  load: () => Promise<Value>,
): Promise<Value> {
  try {
    const value = await load();
    void writeCopy(userId, name, value);
    return value;
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'offline')) throw error;
    const copy = schema.safeParse(
      await withDatabase(userId, (database) => database.use((open) => open.get('meta', name))),
    );
    if (!copy.success) throw error;
    return copy.data;
  }
}

async function withDatabase<Result>(
  userId: string,
  act: (database: AccountDatabase) => Promise<Result>,
): Promise<Result> {
  // The chat's own connection reports problems.
  const database = new AccountDatabase(userId, () => {});
  try {
    return await act(database);
  } finally {
    database.close();
  }
}
