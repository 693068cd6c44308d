import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type AnalyticsGroup,
  statsReplySchemas,
  type statsRequestSchemas,
} from '../../../../shared/admin/stats.ts';
import type { DayRange } from '../charts/periods.ts';
import { defineActions } from '../service/define-actions.ts';

export const callStats = defineActions<typeof statsRequestSchemas, typeof statsReplySchemas>(
  'stats',
  statsReplySchemas,
);

export const statsQueries = {
  dashboard: () =>
    queryOptions({
      queryKey: ['admin', 'stats', 'dashboard'],
      queryFn: () => callStats('dashboard', {}),
      refetchInterval: 60_000,
    }),
  status: () =>
    queryOptions({
      queryKey: ['admin', 'stats', 'status'],
      queryFn: () => callStats('status', {}),
      refetchInterval: 60_000,
    }),
  analytics: (request: DayRange & { readonly group: AnalyticsGroup }) =>
    queryOptions({
      queryKey: ['admin', 'stats', 'analytics', request],
      queryFn: () => callStats('analytics', { ...request }),
      placeholderData: keepPreviousData,
    }),
};
