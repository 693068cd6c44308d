import { params, plural, texts } from '../../../shared/texts.ts';

export const adminTexts = texts('admin/admin', {
  title: 'Admin Panel',
  checking: 'Checking your permissions…',
  /** [ADMIN-020] */
  denied: { title: 'Access Denied', message: "You don't have permission to access the admin panel." },
  /** [ADMIN-022] */
  failed: { title: 'Error', message: 'Failed to verify admin permissions.' },
  navigation: 'Admin Panel',
  /** [ADMIN-004] */
  role: 'Administrator',
  /** [ADMIN-005] */
  backToChat: 'Back to Chat',
  signOut: 'Sign Out',
  openMenu: 'Open the menu',
  closeMenu: 'Close the menu',
  collapse: 'Collapse the sidebar',
  expand: 'Expand the sidebar',
  retry: 'Retry',
  unknownAccount: '–',
  none: '–',
});

/** Sidebar titles by path below /admin. */
export const pageTitles = texts('admin/pageTitles', {
  '': 'Dashboard',
  users: 'Users',
  roles: 'Roles and permissions',
  'api-vendors': 'API providers',
  'api-models': 'API models',
  'api-keys': 'API keys',
  prompts: 'Prompts',
  personas: 'Personas',
  analytics: 'Analytics',
  activity: 'Activity',
  logs: 'Logs',
  settings: 'Settings',
});

export const dialogTexts = texts('admin/dialog', {
  typeToConfirm: params('Type {word} to confirm'),
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving…',
});

export const tableTexts = texts('admin/table', {
  select: params('Select {name}'),
  selectPage: 'Select all on this page',
  sortBy: 'Sort by',
  ascending: params('{header}, ascending'),
  descending: params('{header}, descending'),
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  range: params('{first}–{last} of {total}'),
  rangeOfMore: params('{first}–{last} of more than {total}'),
});

export const csvTexts = texts('admin/csv', {
  label: 'Export CSV',
  busy: 'Exporting…',
  failed: "Couldn't export",
  saved: plural({ one: '{count} row exported', other: '{count} rows exported' }),
  cut: plural({ one: 'The first {count} row was exported', other: 'The first {count} rows were exported' }),
  cutText: 'There are more rows. Narrow the filter to export the rest.',
});

export const viewTexts = texts('admin/views', {
  list: 'Saved views',
  save: 'Save view',
  full: 'Remove a view to save another',
  title: 'Save view',
  name: 'Name',
  hint: 'Saves these filters on this device.',
  noName: 'Enter a name.',
  remove: params('Remove the view {name}'),
  removed: params('View {name} removed'),
});

export const chartTexts = texts('admin/chart', {
  loading: 'Loading chart…',
  replies: 'Replies',
  tokens: 'Tokens',
  cost: 'Cost',
  units: { day: 'Day', week: 'Week', month: 'Month' },
  choose: 'Show in the chart',
  asTable: 'Show as a table',
  empty: params('{metric}: none in this period.'),
  total: params('{metric}: {total} in total. Highest: {label} ({most}).'),
  highest: params('{metric}, highest: {label} ({most}).'),
});
