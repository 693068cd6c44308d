import { params, plural, texts } from '../../../../../shared/texts.ts';

export const userPageTexts = texts('admin/userPage', {
  title: 'User',
  back: 'Back to users',
  loading: 'Loading user…',
  account: 'Account',
  id: 'ID',
  secondFactor: 'Two-step sign-in',
  on: 'On',
  off: 'Off',
  apiKeys: 'API keys',
  chats: 'Chats',
  consent: 'Support may see chats',
  yes: 'Yes',
  no: 'No',
  plan: 'Plan and limits',
  planUntil: params('{plan} until'),
  messages: 'Messages left today',
  messagesLeft: params('{left} of {allowed}'),
  messagesUnlimited: params('No limit, {used} used'),
  tokens: 'Tokens this month',
  cost: 'Cost this month',
  limits: 'Monthly limits',
  ownLimits: 'Custom limits',
  planLimits: 'Plan limits',
  ofLimit: params('{used} of {allowed}'),
  unlimited: params('{used}, no limit'),
  suspensions: 'Suspensions',
  until: 'until',
  noReason: 'No reason given',
  lift: 'Lift',
  lifted: 'Suspension lifted',
});

export const userSessionTexts = texts('admin/userSessions', {
  title: 'Sessions',
  caption: 'Where this account is signed in, most recently used first',
  count: plural({ one: '{count} session.', other: '{count} sessions.' }),
  most: 'Only the 100 most recently used sessions are listed.',
  own: 'End your own sessions in your settings.',
  empty: { title: 'Not signed in anywhere' },
  device: 'Device',
  unknownDevice: 'Unknown device',
  started: 'Signed in',
  lastActive: 'Last active',
  actions: 'Actions',
  end: 'End session',
  endOf: params('End the session on {device}'),
  ended: params('Session on {device} ended'),
});

export const userUsageTexts = texts('admin/userUsage', {
  title: 'Usage',
  range: 'Period',
  ranges: { 30: '30 days', 90: '90 days', 365: '1 year', 730: '2 years' },
  chart: params('{metric} by {unit}'),
  none: { title: 'No replies in the last two years' },
});

export const userAuditTexts = texts('admin/userAudit', {
  title: 'Audit log',
  note: 'Changes to this account by administrators and by its owner, newest first.',
  caption: 'Latest entries about this account',
  loading: 'Loading log…',
  empty: { title: 'No entries yet' },
  all: 'Audit log of this account',
});
