import { describe, expect, it } from 'vitest';
import { movePin, type Pin } from './pin-order.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
/** Creates pins that were set this many seconds ago. */
const pinsOf = (...seconds: readonly number[]): Pin[] =>
  seconds.map((second, index) => ({
    chatId: 'abcdefgh'.charAt(index),
    pinnedAt: new Date(now - second * 1_000).toISOString(),
  }));

function orderAfter(pins: readonly Pin[], moves: readonly Pin[]): string {
  const times = new Map([...pins, ...moves].map(({ chatId, pinnedAt }) => [chatId, Date.parse(pinnedAt)]));
  return [...times]
    .toSorted(([, one], [, other]) => other - one)
    .map(([chatId]) => chatId)
    .join('');
}

describe('moving a pinned chat', () => {
  it.each([
    ['first', 'd', 0, 'dabc'],
    ['last', 'a', 3, 'bcda'],
    ['between two others', 'd', 1, 'adbc'],
    ['down by one', 'b', 2, 'acbd'],
  ])('puts it %s and changes the time of one pin', (_where, chatId, place, expected) => {
    const pins = pinsOf(10, 20, 30, 40);
    const moves = movePin(pins, chatId, place, now);
    expect(moves).toHaveLength(1);
    expect(orderAfter(pins, moves)).toBe(expected);
  });

  it('changes as few other pins as possible if no time fits between two pins', () => {
    const pins = pinsOf(10, 10, 10, 50, 60);
    const moves = movePin(pins, 'e', 1, now);
    expect(orderAfter(pins, moves)).toBe('aebcd');
    expect(moves.map(({ chatId }) => chatId)).toEqual(['e', 'b', 'c']);
  });

  it('can be repeated as often as the user likes', () => {
    let pins = pinsOf(10, 20, 30);
    for (let round = 0; round < 200; round += 1) {
      const [first, second, third] = pins.map(({ chatId }) => chatId);
      const moves = movePin(pins, third!, 1, now);
      expect(orderAfter(pins, moves)).toBe(`${first}${third}${second}`);
      const times = new Map([...pins, ...moves].map(({ chatId, pinnedAt }) => [chatId, pinnedAt]));
      pins = [first!, third!, second!].map((chatId) => ({ chatId, pinnedAt: times.get(chatId)! }));
    }
  });

  it('puts it above pins whose time is in the future', () => {
    const pins = pinsOf(-3_600, 20);
    expect(orderAfter(pins, movePin(pins, 'b', 0, now))).toBe('ba');
  });
});
