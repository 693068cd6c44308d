import { z } from 'zod';
import { readStored, type StorageKey, writeStored } from './storage.ts';

interface StoredRecords<Value> {
  /** Null if there is none. */
  readonly read: (userId: string, id: string) => Value | null;
  /** Null deletes the record. */
  readonly write: (userId: string, id: string, value: Value | null) => void;
}

/**
 * Stores records of an account on this device, each under an id, such as that of a chat.
 *
 * @param limit how many are stored: a new one replaces the oldest
 */
export function storedRecords<Value>(
  keyOf: (userId: string) => StorageKey,
  schema: z.ZodType<Value>,
  limit: number,
): StoredRecords<Value> {
  const all = z.record(z.string(), schema);
  const readAll = (userId: string): Readonly<Record<string, Value>> => {
    try {
      return all.parse(JSON.parse(readStored(keyOf(userId)) ?? '{}'));
    } catch {
      return {};
    }
  };
  return {
    read: (userId, id) => readAll(userId)[id] ?? null,
    write: (userId, id, value) => {
      const { [id]: before, ...others } = readAll(userId);
      if (value === null && before === undefined) return;
      const latest = [...Object.entries(others), ...(value === null ? [] : [[id, value] as const])];
      writeStored(keyOf(userId), JSON.stringify(Object.fromEntries(latest.slice(-limit))));
    },
  };
}
