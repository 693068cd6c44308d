import { plural, texts } from '../../../../shared/texts.ts';

export const activityTexts = texts('admin/activity', {
  title: 'Activity',
  lead: 'New accounts, guests and log entries, updated live.',
  loading: 'Loading activity…',
  active: plural({
    one: '{count} user active in the last 15 minutes',
    other: '{count} users active in the last 15 minutes',
  }),
  pause: 'Pause',
  resume: 'Resume',
  paused: 'Paused',
  live: 'Live',
  list: 'Recent activity, newest first',
  empty: { title: 'No activity yet', text: 'New accounts and log entries appear here.' },
  someone: 'Someone',
  toLogs: 'View full log',
});
