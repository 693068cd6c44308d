import type { Figures } from '../../../../shared/admin/stats.ts';

export type ChangeDirection = 'up' | 'down' | 'same';

export interface WeekChange {
  readonly direction: ChangeDirection;
  /** 0.5 means a change of 50%. Null if the earlier value was 0. */
  readonly by: number | null;
}

export function compareWithLastWeek(today: number, before: number): WeekChange {
  const direction = today > before ? 'up' : today < before ? 'down' : 'same';
  return { direction, by: before === 0 ? null : Math.abs(today - before) / before };
}

/** Returns the share of failed requests, or null if there were no requests. */
export function failureShare({ requests, failures }: Pick<Figures, 'requests' | 'failures'>) {
  const all = requests + failures;
  return all === 0 ? null : failures / all;
}
