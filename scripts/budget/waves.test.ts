import { expect, it } from 'vitest';
import { wavesOf } from './waves.ts';

const at = (start: number, end: number) => ({ start, end });

it('counts requests that wait for no other request as one wave', () => {
  expect(wavesOf([])).toBe(0);
  expect(wavesOf([at(0, 300), at(10, 310), at(290, 600)])).toBe(1);
});

it('counts a request as the next wave if another one ended before it started', () => {
  expect(wavesOf([at(0, 300), at(300, 600), at(310, 620), at(650, 900)])).toBe(3);
});

it('does not depend on the order', () => {
  expect(wavesOf([at(650, 900), at(0, 300), at(310, 620)])).toBe(3);
});
