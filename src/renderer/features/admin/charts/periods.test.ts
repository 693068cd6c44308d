import { describe, expect, it } from 'vitest';
import { periodsOf, sumByPeriod, unitFor } from './periods.ts';

const labels = (from: string, to: string) => periodsOf({ from, to }).map(({ label }) => label);

describe('the columns of a chart', () => {
  it.each([
    ['2026-11-22', '2026-11-23', 'day', 2],
    ['2026-10-24', '2026-11-23', 'day', 31],
    ['2026-08-26', '2026-11-23', 'week', 14],
    ['2025-11-24', '2026-11-23', 'month', 13],
    ['2024-11-24', '2026-11-23', 'month', 25],
  ])('from %s to %s are one per %s: %i', (from, to, unit, columns) => {
    expect(unitFor({ from, to })).toBe(unit);
    expect(periodsOf({ from, to })).toHaveLength(columns);
  });

  it('cover each day of the range once', () => {
    const periods = periodsOf({ from: '2024-11-24', to: '2026-11-23' });
    expect([periods[0]?.from, periods.at(-1)?.to]).toEqual(['2024-11-24', '2026-11-23']);
    const next = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    for (const [at, { to }] of periods.slice(0, -1).entries()) expect(periods[at + 1]?.from).toBe(next(to));
  });

  it('are weeks from Monday to Sunday, cut at the ends of the range', () => {
    const weeks = labels('2026-10-18', '2026-11-23').map((label) => label.replaceAll(/\s/g, ' '));
    expect(weeks).toEqual([
      'Oct 18',
      'Oct 19 – 25',
      'Oct 26 – Nov 1',
      'Nov 2 – 8',
      'Nov 9 – 15',
      'Nov 16 – 22',
      'Nov 23',
    ]);
  });

  it('are months with their year', () => {
    expect(labels('2025-12-31', '2026-12-01').slice(0, 2)).toEqual(['Dec 2025', 'Jan 2026']);
  });

  it("sum their days' rows, and are zero without rows", () => {
    const rows = [
      { day: '2026-11-20', sums: { requests: 2, cost: 0.5 } },
      { day: '2026-11-20', sums: { requests: 1, cost: 0.25 } },
      { day: '2026-11-25', sums: { requests: 9, cost: 9 } },
    ];
    const range = { from: '2026-11-20', to: '2026-11-21' };
    expect(sumByPeriod(range, rows, { requests: 0, cost: 0 })).toEqual([
      { from: '2026-11-20', label: 'Nov 20', requests: 3, cost: 0.75 },
      { from: '2026-11-21', label: 'Nov 21', requests: 0, cost: 0 },
    ]);
  });
});
