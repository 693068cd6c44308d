import { expect, it } from 'vitest';
import { termsOf } from './words.ts';

const stemsOf = (text: string) =>
  termsOf(text).flatMap(({ text: term }) => (term.endsWith('*') ? [term.slice(0, -1)] : []));

it.each([
  ['pets', 'pet'],
  ['gas', 'gas'],
  ['renting', 'rent'],
  ['notices', 'notic'],
  ['Kündigungen', 'kundi'],
  ['mascotas', 'masco'],
])('the stem of %s is %s', (word, stem) => {
  expect(stemsOf(word)[0]).toBe(stem);
});
