import { maxRangeDays } from '../../../../shared/admin/stats.ts';
import type { DayRange } from '../charts/periods.ts';

export const rangeNames = ['7', '30', '90', '365', '730', 'custom'] as const;
export type RangeName = (typeof rangeNames)[number];

const day = 86_400_000;

const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Returns the last `days` days, including today. */
export const lastDays = (days: number, now: number): DayRange => ({
  from: utcDay(now - (days - 1) * day),
  to: utcDay(now),
});

/** Returns the error of a custom range, or null if the range is valid. */
export function checkRange({ from, to }: DayRange): 'incomplete' | 'reversed' | 'long' | null {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (Number.isNaN(start) || Number.isNaN(end)) return 'incomplete';
  if (start > end) return 'reversed';
  return end - start > maxRangeDays * day ? 'long' : null;
}
