import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createKeepAwake } from './keep-awake.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the event loop wakes up while there is work, and shortly after', () => {
  const keepAwake = createKeepAwake();
  expect(vi.getTimerCount()).toBe(0);
  const endFirst = keepAwake();
  const endSecond = keepAwake();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersToNextTimer();
  expect(vi.getTimerCount()).toBe(1);
  endFirst();
  endFirst();
  vi.advanceTimersByTime(10_000);
  expect(vi.getTimerCount()).toBe(1);
  endSecond();
  vi.advanceTimersByTime(1_000);
  const endThird = keepAwake();
  vi.advanceTimersByTime(10_000);
  expect(vi.getTimerCount()).toBe(1);
  endThird();
  vi.advanceTimersByTime(10_000);
  expect(vi.getTimerCount()).toBe(0);
});
