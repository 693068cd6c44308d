import { queryOptions } from '@tanstack/react-query';
import { activityReplySchemas, type activityRequestSchemas } from '../../../../shared/admin/activity.ts';
import { defineActs } from '../data/define-acts.ts';

const actOnActivity = defineActs<typeof activityRequestSchemas, typeof activityReplySchemas>(
  'activity',
  activityReplySchemas,
);

/** New accounts and who is active come without an event: the page asks for them by itself (ms). */
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

/** Acts of administrators are heard of at once. */
export const followedActs = {
  name: 'admin-activity',
  tables: ['user_activity_logs'],
  queries: [activityQueries.recent().queryKey],
};
