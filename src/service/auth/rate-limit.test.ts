import { expect, it } from 'vitest';
import { createRateLimiter } from './rate-limit.ts';
import { TestClock } from './testing/harness.ts';

it('lets an attempt through for each that left the window', () => {
  const clock = new TestClock();
  const limiter = createRateLimiter({ limit: 2, milliseconds: 1000 }, clock.now);
  expect(limiter.take('a')).toBe(true);
  clock.advance(600);
  expect(limiter.take('a')).toBe(true);
  expect(limiter.take('a')).toBe(false);
  expect(limiter.take('b')).toBe(true);
  clock.advance(400);
  expect(limiter.take('a')).toBe(true);
  expect(limiter.take('a')).toBe(false);
});

it('does not prolong a refusal by further attempts', () => {
  const clock = new TestClock();
  const limiter = createRateLimiter({ limit: 1, milliseconds: 1000 }, clock.now);
  limiter.take('a');
  for (let index = 0; index < 9; index += 1) {
    clock.advance(100);
    expect(limiter.take('a')).toBe(false);
  }
  clock.advance(100);
  expect(limiter.take('a')).toBe(true);
});

it('counts an attempt that was given back no longer', () => {
  const limiter = createRateLimiter({ limit: 1, milliseconds: 1000 }, new TestClock().now);
  limiter.take('a');
  limiter.giveBack('a');
  limiter.giveBack('never taken');
  expect(limiter.take('a')).toBe(true);
});

it('forgets the key that was used longest ago when there are too many', () => {
  const limiter = createRateLimiter({ limit: 1, milliseconds: 1000 }, new TestClock().now);
  limiter.take('first');
  for (let index = 0; index < 9_999; index += 1) limiter.take(`key ${index}`);
  expect(limiter.take('first')).toBe(false);
  limiter.take('one more');
  // Using it kept "first"; the oldest is another one now.
  expect(limiter.take('first')).toBe(false);
  expect(limiter.take('key 0')).toBe(true);
});
