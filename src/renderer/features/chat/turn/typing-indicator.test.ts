import { expect, it } from 'vitest';
import { indicatorStay, indicatorTime } from './typing-indicator.ts';

it('stays 500 to 1500 ms after a reply, by its length [CHAT-031]', () => {
  expect([0, 333, 334, 600, 1_000, 5_000].map(indicatorStay)).toEqual([500, 500, 501, 900, 1_500, 1_500]);
});

it('shows while the reply is awaited, and not without a turn [CHAT-030, CHAT-032]', () => {
  expect(indicatorTime({ phase: 'storing', firstLength: 0 })).toBe(Infinity);
  expect(indicatorTime({ phase: 'waiting', firstLength: 0 })).toBe(Infinity);
  expect(indicatorTime(undefined)).toBe(0);
});

it('clears 500 ms after loading has ended without a reply [CHAT-031]', () => {
  expect(indicatorTime({ phase: 'failed', firstLength: 0 })).toBe(500);
});
