import type { Figures } from '../../../../shared/admin/stats.ts';

export type Direction = 'up' | 'down' | 'same';

export interface Change {
  readonly direction: Direction;
  /** 0.5 means 50 % more or less; null if the earlier value was 0. */
  readonly by: number | null;
}

/** How today's value compares with a week ago. */
export function changeOf(today: number, before: number): Change {
  const direction = today > before ? 'up' : today < before ? 'down' : 'same';
  return { direction, by: before === 0 ? null : Math.abs(today - before) / before };
}

/** The share of requests that failed; null without requests. */
export function failureShare({ requests, failures }: Pick<Figures, 'requests' | 'failures'>) {
  const all = requests + failures;
  return all === 0 ? null : failures / all;
}
