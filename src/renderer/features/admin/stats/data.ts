import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type AnalyticsGroup,
  statsReplySchemas,
  type statsRequestSchemas,
} from '../../../../shared/admin/stats.ts';
import { defineActs } from '../data/define-acts.ts';

/** `POST admin/stats/<action>`. */
export const actOnStats = defineActs<typeof statsRequestSchemas, typeof statsReplySchemas>(
  'stats',
  statsReplySchemas,
);

export interface AnalyticsQuestion {
  /** UTC days, both included. */
  readonly from: string;
  readonly to: string;
  readonly group: AnalyticsGroup;
}

export const statsQueries = {
  dashboard: () =>
    queryOptions({
      queryKey: ['admin', 'stats', 'dashboard'],
      queryFn: () => actOnStats('dashboard', {}),
      // Left open on a wall, it goes on.
      refetchInterval: 60_000,
    }),
  analytics: (question: AnalyticsQuestion) =>
    queryOptions({
      queryKey: ['admin', 'stats', 'analytics', question],
      queryFn: () => actOnStats('analytics', { ...question }),
      placeholderData: keepPreviousData,
    }),
};
