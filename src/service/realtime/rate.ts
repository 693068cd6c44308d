/**
 * A bucket of tokens: `perSecond` come back each second, at most `burst` are kept.
 *
 * @returns a function that takes one token and tells whether there was one
 */
export function createRate(perSecond: number, burst: number, now: () => number): () => boolean {
  let tokens = burst;
  let last = now();
  return () => {
    const time = now();
    tokens = Math.min(burst, tokens + (Math.max(0, time - last) / 1_000) * perSecond);
    last = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
