export const rangeNames = ['7', '30', '90', 'custom'] as const;
export type RangeName = (typeof rangeNames)[number];

export interface Range {
  /** UTC days, both included. */
  readonly from: string;
  readonly to: string;
}

const day = 86_400_000;
const longest = 366;

/** The UTC day of a moment: `2026-11-21`. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The last days, today included. */
export const lastDays = (days: number, now: number): Range => ({
  from: utcDay(now - (days - 1) * day),
  to: utcDay(now),
});

export type RangeFault = 'invalid' | 'reversed' | 'long';

/** What is wrong with a range that was typed; null when it can be asked for. */
export function faultOfRange({ from, to }: Range): RangeFault | null {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (Number.isNaN(start) || Number.isNaN(end)) return 'invalid';
  if (start > end) return 'reversed';
  return end - start > longest * day ? 'long' : null;
}
