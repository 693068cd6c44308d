import { vi } from 'vitest';

/** Enough for the longest row of waits, the auth client's repeated refresh. Intervals never end. */
const MAX_ROUNDS = 10;

/**
 * Returns to real timers. What waits on the fake clock continues first: a refresh of the session that is repeated later
 * would otherwise never end, and hold the lock of the auth client that all tests of a worker share.
 */
export async function endFakeTimers(): Promise<void> {
  for (let round = 0; vi.isFakeTimers() && vi.getTimerCount() > 0 && round < MAX_ROUNDS; round += 1)
    await vi.runOnlyPendingTimersAsync();
  vi.useRealTimers();
}
