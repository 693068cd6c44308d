import { expect, it } from 'vitest';
import { tableLines } from './print.ts';

it('prints budget, floor, figure and verdict in columns', () => {
  expect(
    tableLines([
      { work: 'Landing: JS and CSS', unit: 'kB', budget: 75, floor: 80.04, figure: 93.72 },
      { work: 'Frames a second', unit: '', budget: 40, isMinimum: true, figure: 52 },
      { work: 'Stream', unit: 'x', budget: 1.5, figure: 1.234 },
      { work: 'Start', reason: 'no build' },
    ]),
  ).toEqual([
    'Work                 Budget       Floor    Figure   Verdict',
    'Landing: JS and CSS  75 kB        80.0 kB  93.7 kB  met: 1.17x the floor',
    'Frames a second      at least 40           52       met',
    'Stream               1.50x                 1.23x    met',
    'Start                                               not measured: no build',
  ]);
});
