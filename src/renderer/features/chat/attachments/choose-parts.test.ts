import { expect, it } from 'vitest';
import { listNumbers, readNumbers } from './choose-parts.ts';

it.each([
  ['1-3, 7', [1, 2, 3, 7]],
  [' 7,2 – 3 ,2', [2, 3, 7]],
  ['12', [12]],
])('reads the pages %j', (typed, numbers) => expect(readNumbers(typed, 12)).toEqual(numbers));

it.each(['', '1,', 'all', '3-1', '0', '13', '1-99999999'])('refuses the pages %j', (typed) =>
  expect(readNumbers(typed, 12)).toBeNull(),
);

it('lists pages as they are written', () => {
  expect(listNumbers([1, 2, 3, 7, 9, 10])).toBe('1-3, 7, 9-10');
});
