import { expect, it } from 'vitest';
import { type Row, verdictOf } from './rows.ts';

const row: Row = { work: 'Landing', unit: 'kB', budget: 75, figure: 75 };
const verdict = (change: Partial<Row>) => verdictOf({ ...row, ...change });

it('meets a budget up to its limit', () => {
  expect(verdict({})).toEqual({ isMet: true, text: 'met' });
  expect(verdict({ figure: 75.01 })).toEqual({ isMet: false, text: 'missed' });
});

it('meets a minimum from its limit', () => {
  expect(verdict({ isMinimum: true, budget: 40, figure: 40 })).toEqual({ isMet: true, text: 'met' });
  expect(verdict({ isMinimum: true, budget: 40, figure: 39.9 })).toEqual({ isMet: false, text: 'missed' });
});

it('allows 1.2 times a floor above the budget', () => {
  expect(verdict({ floor: 80, figure: 96 })).toEqual({ isMet: true, text: 'met: 1.20x the floor' });
  expect(verdict({ floor: 80, figure: 100 })).toEqual({ isMet: false, text: 'missed: 1.25x the floor' });
});

it('ignores a floor within the budget', () => {
  expect(verdict({ floor: 75, figure: 76 })).toEqual({ isMet: false, text: 'missed' });
});

it('misses a figure that is no number, with a floor too', () => {
  expect(verdict({ figure: Number.NaN }).isMet).toBe(false);
  expect(verdict({ figure: Number.NaN, floor: 80 }).isMet).toBe(false);
  expect(verdict({ figure: 80, floor: Number.NaN }).isMet).toBe(false);
});

it('misses what was not measured', () => {
  expect(verdictOf({ work: 'Landing', reason: 'no browser' })).toEqual({
    isMet: false,
    text: 'not measured: no browser',
  });
});
