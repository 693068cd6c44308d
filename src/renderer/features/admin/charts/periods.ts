import { formatMonth, formatDay, formatDayRange } from '../format.ts';

/** UTC days, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** The period's days, cut to the range. */
interface ChartPeriod extends DayRange {
  readonly label: string;
}

export type PeriodUnit = 'day' | 'week' | 'month';

const dayLength = 86_400_000;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Chooses the unit that gives a chart at most 31 columns, so that they are readable on every viewport. */
export function unitFor({ from, to }: DayRange): PeriodUnit {
  const days = (startOf(to) - startOf(from)) / dayLength + 1;
  return days <= 31 ? 'day' : days <= 31 * 6 ? 'week' : 'month';
}

function lastDayOf(day: string, unit: PeriodUnit): string {
  const date = new Date(startOf(day));
  if (unit === 'week') date.setUTCDate(date.getUTCDate() + ((7 - date.getUTCDay()) % 7));
  if (unit === 'month') date.setUTCMonth(date.getUTCMonth() + 1, 0);
  return dayOf(date.getTime());
}

function labelOf({ from, to }: DayRange, unit: PeriodUnit): string {
  if (unit === 'month') return formatMonth(from);
  return from === to ? formatDay(from) : formatDayRange(from, to);
}

/**
 * Splits a range into days, weeks or months, without gaps. The first and the last period are cut at the ends
 * of the range.
 */
export function periodsOf(range: DayRange): readonly ChartPeriod[] {
  const unit = unitFor(range);
  const periods: ChartPeriod[] = [];
  for (let from = range.from; from <= range.to;) {
    const last = lastDayOf(from, unit);
    const period = { from, to: last < range.to ? last : range.to };
    periods.push({ ...period, label: labelOf(period, unit) });
    from = dayOf(startOf(period.to) + dayLength);
  }
  return periods;
}

/** Periods without rows have zero values. */
export function sumByPeriod<Sums extends Readonly<Record<string, number>>>(
  range: DayRange,
  rows: readonly { readonly day: string; readonly sums: Sums }[],
  zero: Sums,
): readonly (Sums & { readonly label: string; readonly from: string })[] {
  const names = Object.keys(zero);
  return periodsOf(range).map(({ from, to, label }) => {
    const within = rows.filter(({ day }) => day >= from && day <= to);
    const sums = names.map((name) => [name, within.reduce((sum, row) => sum + (row.sums[name] ?? 0), 0)]);
    return { ...(Object.fromEntries(sums) as Sums), label, from };
  });
}
