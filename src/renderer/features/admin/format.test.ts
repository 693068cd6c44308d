import { expect, it } from 'vitest';
import {
  formatCount,
  formatDuration,
  formatMoney,
  formatPercent,
  formatShortCount,
  formatDay,
} from './format.ts';

it('formats counts, and short counts for small spaces', () => {
  expect([formatCount(12_345), formatShortCount(12_345)]).toEqual(['12,345', '12.3K']);
});

it('formats US dollars, with four decimals below a cent', () => {
  expect([0, 0.0034, 0.01, 1_234.5].map(formatMoney)).toEqual(['$0.00', '$0.0034', '$0.01', '$1,234.50']);
});

it('formats percentages, and durations in ms or s', () => {
  expect(formatPercent(0.125)).toBe('12.5%');
  expect([999.4, 1_500].map(formatDuration)).toEqual(['999 ms', '1.5 s']);
});

it('formats a UTC day', () => {
  expect(formatDay('2026-11-21')).toBe('Nov 21');
});
