import { counted } from '../format.ts';

export const activityTexts = {
  title: 'Activity',
  lead: 'What happens now: who comes, and what administrators do. It follows along by itself.',
  loading: 'Looking',
  active: (value: number) => `${counted(value, 'user')} active in the last 15 minutes`,
  pause: 'Pause',
  resume: 'Follow along',
  paused: 'Paused',
  live: 'Live',
  list: 'What happened, newest first',
  none: 'Nothing has happened yet',
  noneHint: 'New accounts and acts of administrators appear here.',
  came: 'created an account',
  guestCame: 'came as a guest',
  somebody: 'Somebody',
  toLogs: 'All of it in the logs',
} as const;
