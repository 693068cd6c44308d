import { act } from '@testing-library/react';

// Kept from before a test fakes the clock: what is waited for here happens outside that clock.
const realSetTimeout = globalThis.setTimeout;
const tries = 800;

/** Waits, in real time, until something holds; for tests whose own clock stands still. */
export async function until(check: () => boolean): Promise<void> {
  for (let left = tries; left > 0; left -= 1) {
    if (check()) return;
    // oxlint-disable-next-line no-await-in-loop -- one try after the other is the point
    await act(() => new Promise((resolve) => realSetTimeout(resolve, 5)));
  }
  throw new Error(`It never held: ${check.toString()}`);
}
