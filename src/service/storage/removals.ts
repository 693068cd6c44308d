/** Delays removals of files while a backup copies the files that its database refers to. */
export interface Removals {
  /** Removes immediately, or after the work of `keepDuring`. */
  run(removal: () => Promise<void>): Promise<void>;
  /** Runs `work` while nothing is removed. */
  keepDuring<T>(work: () => Promise<T>): Promise<T>;
}

export function createRemovalQueue(): Removals {
  const waiting: (() => Promise<void>)[] = [];
  let keeperCount = 0;
  return {
    async run(removal) {
      if (keeperCount > 0) waiting.push(removal);
      else await removal();
    },
    async keepDuring(work) {
      keeperCount += 1;
      try {
        return await work();
      } finally {
        keeperCount -= 1;
        // A failed removal leaves a file without a row, which the clean-up removes.
        if (keeperCount === 0) await Promise.allSettled(waiting.splice(0).map((removal) => removal()));
      }
    },
  };
}
