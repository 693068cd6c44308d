import { expect, it } from 'vitest';
import { timeCode } from './time-code.ts';

it.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [750, '12:30'],
  [3_723, '1:02:03'],
])('%d seconds are %s', (seconds, text) => {
  expect(timeCode(seconds)).toBe(text);
});
