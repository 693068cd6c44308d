import { act } from '@testing-library/react';

// Saved before tests fake the clock.
const realSetTimeout = globalThis.setTimeout;
const maxAttempts = 800;

/** Polls in real time, because tests may fake the clock. */
export async function waitUntil(check: () => boolean): Promise<void> {
  for (let left = maxAttempts; left > 0; left -= 1) {
    if (check()) return;
    // oxlint-disable-next-line no-await-in-loop -- each attempt waits for the previous one
    await act(() => new Promise((resolve) => realSetTimeout(resolve, 5)));
  }
  throw new Error(`It never held: ${check.toString()}`);
}
