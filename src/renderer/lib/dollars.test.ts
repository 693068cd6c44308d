import { expect, it } from 'vitest';
import { dollars } from './dollars.ts';

it('shows as many digits as a small amount needs', () => {
  const amounts = [0, 45_000, 312_000, 7_500_000, 31_234_000, 1_234_000_000, 12_300_000_000];
  expect(amounts.map(dollars)).toEqual([
    '$0.00',
    '$0.000045',
    '$0.00031',
    '$0.0075',
    '$0.0312',
    '$1.23',
    '$12.30',
  ]);
});
