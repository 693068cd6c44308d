import type { Figures } from '../../../../shared/admin/stats.ts';

export type Direction = 'up' | 'down' | 'same';

export interface Change {
  readonly direction: Direction;
  /** Share of one: 0.5 is half as much more; null from nothing, which has no share. */
  readonly by: number | null;
}

/** How a figure of today stands to the one of a week ago. */
export function changeOf(today: number, before: number): Change {
  const direction = today > before ? 'up' : today < before ? 'down' : 'same';
  return { direction, by: before === 0 ? null : Math.abs(today - before) / before };
}

export const tokensOf = ({
  prompt_tokens,
  completion_tokens,
}: Pick<Figures, 'prompt_tokens' | 'completion_tokens'>) => prompt_tokens + completion_tokens;

/** The share of requests that nobody answered; null without requests. */
export const failureShare = ({
  requests,
  failures,
}: {
  readonly requests: number;
  readonly failures: number;
}) => (requests + failures === 0 ? null : failures / (requests + failures));
