import { expect, it } from 'vitest';
import { findSigns } from './word-list.ts';

const found = (source: string) => findSigns('a.ts', source).map(({ line, text }) => `${line}: ${text}`);

it.each([
  ['// Keys are sealed anew.', ['1: sealed', '1: anew']],
  ['const told = notify();', ['1: told', '1: const told']],
  ['// It goes on at once.', ['1: goes on', '1: at once']],
  ['/**\n * A process of its\n * own.\n */', ['2: of its own']],
  ['// The service is away.', ['1: service is away']],
  ['-- It leads\n-- on to the page.', ['1: leads on']],
  ["retry: 'Try again', none: 'No model matches.'", ["1: 'No model matches.'", "1: 'Try again'"]],
  ['Add it in the settings, under Instructions.', ['1: in the settings, under']],
])('finds the signs in %j', (source, expected) => {
  expect(found(source).toSorted()).toEqual(expected.toSorted());
});

it.each([
  'All of them at once.',
  "message: 'Try again.', none: 'No matching models'",
  'While it holds the lock, others wait.',
  'const deskLamp = retold;',
  'A long-standing bug.',
  'The mail server accepts emails.',
])('finds nothing in %j', (source) => {
  expect(found(source)).toEqual([]);
});
