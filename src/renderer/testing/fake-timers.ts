import { vi } from 'vitest';

/**
 * Limits the rounds, because intervals never end. The longest sequence of waits, the auth client's repeated refresh,
 * needs fewer.
 */
const MAX_ROUNDS = 10;

/**
 * Returns to real timers after all waits on the fake clock have ended. Otherwise a repeated session refresh
 * would never end, and keep the auth client's lock, which all tests of a worker share.
 */
export async function endFakeTimers(): Promise<void> {
  for (let round = 0; vi.isFakeTimers() && vi.getTimerCount() > 0 && round < MAX_ROUNDS; round += 1)
    await vi.runOnlyPendingTimersAsync();
  vi.useRealTimers();
}
