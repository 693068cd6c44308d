import type { KeyDatabase, KeyEntry } from '../key-database.ts';

export interface MemoryDatabase extends KeyDatabase {
  /** Lets a test inspect or damage the entries. */
  readonly stored: Map<string, KeyEntry>;
  readonly wrappings: Map<string, CryptoKey>;
  /** Makes every later call reject, as in a private window. */
  readonly forbid: () => void;
}

/** Creates a database in memory, because jsdom has no IndexedDB. */
export function createMemoryDatabase(): MemoryDatabase {
  const stored = new Map<string, KeyEntry>();
  const wrappings = new Map<string, CryptoKey>();
  let isForbidden = false;
  const answer = <Result>(act: () => Result): Promise<Result> =>
    isForbidden ? Promise.reject(new Error('No storage')) : Promise.resolve(act());
  return {
    stored,
    wrappings,
    forbid: () => {
      isForbidden = true;
    },
    wrappingKey: (userId) => answer(() => wrappings.get(userId) ?? null),
    keepWrappingKey: (userId, wrapping) =>
      answer(() => {
        if (!wrappings.has(userId)) wrappings.set(userId, wrapping);
        return wrappings.get(userId) ?? wrapping;
      }),
    entries: (userId) =>
      answer(() => [...stored.values()].filter((entry) => entry.binding.userId === userId)),
    put: (entry) => answer(() => void stored.set(entry.name, entry)),
    remove: (name) => answer(() => void stored.delete(name)),
    clear: (userId) =>
      answer(() => {
        for (const [name, { binding }] of stored) if (binding.userId === userId) stored.delete(name);
        wrappings.delete(userId);
      }),
  };
}
