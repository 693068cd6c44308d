import type { KeyDatabase, KeyEntry } from '../key-database.ts';

export interface MemoryDatabase extends KeyDatabase {
  /** What lies in it, for a test to look at or to damage. */
  readonly kept: Map<string, KeyEntry>;
  readonly wrappings: Map<string, CryptoKey>;
  /** As in a private window: from now on every call rejects. */
  readonly forbid: () => void;
}

/** The browser's storage of keys, in memory: jsdom has none. */
export function createMemoryDatabase(): MemoryDatabase {
  const kept = new Map<string, KeyEntry>();
  const wrappings = new Map<string, CryptoKey>();
  let isForbidden = false;
  const answer = <Result>(act: () => Result): Promise<Result> =>
    isForbidden ? Promise.reject(new Error('No storage')) : Promise.resolve(act());
  return {
    kept,
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
    entries: (userId) => answer(() => [...kept.values()].filter((entry) => entry.binding.userId === userId)),
    put: (entry) => answer(() => void kept.set(entry.name, entry)),
    remove: (name) => answer(() => void kept.delete(name)),
    clear: (userId) =>
      answer(() => {
        for (const [name, { binding }] of kept) if (binding.userId === userId) kept.delete(name);
        wrappings.delete(userId);
      }),
  };
}
