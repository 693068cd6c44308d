import { queryOptions } from '@tanstack/react-query';
import { activityReplySchemas, type activityRequestSchemas } from '../../../../shared/admin/activity.ts';
import { defineActs } from '../data/define-acts.ts';

const actOnActivity = defineActs<typeof activityRequestSchemas, typeof activityReplySchemas>(
  'activity',
  activityReplySchemas,
);

/** How often the page asks by itself (ms). */
const everyNowAndThen = 10_000;

export const activityQueries = {
  recent: () =>
    queryOptions({
      queryKey: ['admin', 'activity'],
      queryFn: () => actOnActivity('recent', {}),
      staleTime: 0,
    }),
  /** The same, asked again and again while one looks. */
  live: () => queryOptions({ ...activityQueries.recent(), refetchInterval: everyNowAndThen }),
};
