import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { expectFirstScreen, firstScreen, markFirstScreen } from './first-screen.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  markFirstScreen();
  vi.useRealTimers();
});

/** Returns whether `firstScreen` has resolved after this many milliseconds. */
async function isShownAfter(ms: number): Promise<boolean> {
  let isShown = false;
  void firstScreen().then(() => (isShown = true));
  await vi.advanceTimersByTimeAsync(ms);
  return isShown;
}

it('waits for no screen unless one is expected', async () => {
  expect(await isShownAfter(0)).toBe(true);
});

it('waits until the screen is shown', async () => {
  expectFirstScreen(new Promise(() => {}));
  expect(await isShownAfter(60_000)).toBe(false);
  markFirstScreen();
  expect(await isShownAfter(0)).toBe(true);
});

it('waits at most five seconds once the code is loaded or failed, because the screen may fail', async () => {
  expectFirstScreen(Promise.resolve());
  expect(await isShownAfter(4_999)).toBe(false);
  expect(await isShownAfter(1)).toBe(true);
});
