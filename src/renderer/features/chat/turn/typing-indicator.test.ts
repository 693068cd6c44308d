import { expect, it } from 'vitest';
import type { LiveTurn } from './live-turn.ts';
import { indicatorStay, indicatorTime } from './typing-indicator.ts';

it('stays 500 to 1500 ms after a reply, depending on its length [CHAT-031]', () => {
  expect([0, 333, 334, 600, 1_000, 5_000].map(indicatorStay)).toEqual([500, 500, 501, 900, 1_500, 1_500]);
});

const turn = (
  phase: LiveTurn['phase'],
  firstLength = 0,
  end: LiveTurn['reply']['end'] = 'interrupted',
  length = firstLength,
) => ({ phase, firstLength, reply: { end, text: 'x'.repeat(length) } });

it('shows while waiting for the reply, and not without a turn [CHAT-030, CHAT-032]', () => {
  expect(indicatorTime(turn('storing'))).toBe(Infinity);
  expect(indicatorTime(turn('waiting'))).toBe(Infinity);
  expect(indicatorTime(undefined)).toBe(0);
});

it('clears 500 ms after loading has ended without a reply [CHAT-031]', () => {
  expect(indicatorTime(turn('failed'))).toBe(500);
});

it('clears immediately when a reply was interrupted', () => {
  expect(indicatorTime(turn('streaming', 600))).toBe(900);
  expect(indicatorTime(turn('done', 600, 'complete'))).toBe(900);
  expect(indicatorTime(turn('done', 600, 'interrupted'))).toBe(0);
  expect(indicatorTime(turn('done', 600, 'stopped'))).toBe(0);
});

it('clears as soon as a reply grows', () => {
  expect(indicatorTime(turn('streaming', 3, 'interrupted', 4))).toBe(0);
  expect(indicatorTime(turn('done', 3, 'complete', 900))).toBe(0);
});
