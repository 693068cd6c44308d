import { expect, it } from 'vitest';
import { type Passage, storedPassages } from './passage.ts';

const passage: Passage = {
  file: 'a',
  name: 'a.pdf',
  type: 'application/pdf',
  page: 1,
  line: 1,
  from: 0,
  to: 9,
};

it.each([
  ['of a later version, which are left out', [{ ...passage, from: { row: 1 } }, passage, 'text'], [passage]],
  ['that are damaged', { passage }, []],
])('reads passages %s', (_name, stored, expected) => {
  expect(storedPassages.parse(JSON.stringify(stored))).toEqual(expected);
});

it('reads no passages from null and from invalid JSON', () => {
  expect(storedPassages.parse(null)).toEqual([]);
  expect(storedPassages.parse('{')).toEqual([]);
});
