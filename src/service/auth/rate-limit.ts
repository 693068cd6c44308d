/** At most `limit` times in any stretch of `milliseconds`. */
export interface RateLimitRule {
  readonly limit: number;
  readonly milliseconds: number;
}

export interface RateLimiter {
  /** Counts one attempt of `key`; false when it is one too many (that one is not counted). */
  take(key: string): boolean;
  /** Takes the newest attempt of `key` back, for limits that count failures alone. */
  giveBack(key: string): void;
  /** Whole seconds until `key` may try again, 0 when it may now. */
  secondsLeft(key: string): number;
}

/** Keys remembered at most, so that a flood of addresses cannot fill the memory; the longest unused leave first. */
const maximumKeys = 10_000;

/** A sliding window over the times of the last attempts, in memory: a restart forgets them. */
export function createRateLimiter({ limit, milliseconds }: RateLimitRule, clock: () => Date): RateLimiter {
  const attempts = new Map<string, number[]>();
  const recentOf = (key: string, now: number) =>
    (attempts.get(key) ?? []).filter((time) => time > now - milliseconds);
  const secondsLeft = (key: string) => {
    const now = clock().getTime();
    const recent = recentOf(key, now);
    const oldest = recent.at(-limit);
    return oldest === undefined ? 0 : Math.ceil((oldest + milliseconds - now) / 1000);
  };

  return {
    secondsLeft,
    take(key) {
      const now = clock().getTime();
      const recent = recentOf(key, now);
      const isAllowed = recent.length < limit;
      if (isAllowed) recent.push(now);
      // Set anew, so that the map's order is the order of use.
      attempts.delete(key);
      attempts.set(key, recent);
      if (attempts.size > maximumKeys) {
        const [oldest] = attempts.keys();
        if (oldest !== undefined) attempts.delete(oldest);
      }
      return isAllowed;
    },
    giveBack(key) {
      attempts.get(key)?.pop();
    },
  };
}
