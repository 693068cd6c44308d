import { count, countOf } from './format.ts';

export const adminTexts = {
  title: 'Admin Panel',
  checking: 'Checking your permissions…',
  /** [ADMIN-020] */
  denied: { title: 'Access Denied', message: "You don't have permission to access the admin panel." },
  /** [ADMIN-022] */
  failed: { title: 'Error', message: 'Failed to verify admin permissions.' },
  navigation: 'Console',
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
} as const;

/** The titles of the pages in the sidebar, by their paths below /admin. */
export const pageTitles = {
  '': 'Dashboard',
  users: 'Users',
  roles: 'Roles and permissions',
  'api-vendors': 'API vendors',
  'api-models': 'API models',
  'api-keys': 'API keys',
  analytics: 'Analytics',
  activity: 'Activity',
  logs: 'Logs',
  settings: 'Settings',
} as const;

export const dialogTexts = {
  typeToConfirm: (word: string) => `Type ${word} to confirm`,
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving...',
} as const;

export const tableTexts = {
  select: (name: string) => `Select ${name}`,
  selectPage: 'Select all on this page',
  sortBy: 'Sort by',
  ascending: (header: string) => `${header}, ascending`,
  descending: (header: string) => `${header}, descending`,
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  range: (first: number, last: number, total: number, isExact: boolean) =>
    isExact
      ? `${count(first)}–${count(last)} of ${count(total)}`
      : `${count(first)}–${count(last)} of more than ${count(total)}`,
} as const;

export const csvTexts = {
  label: 'Export CSV',
  busy: 'Exporting...',
  failed: 'Couldn’t export',
  saved: (rows: number) => `${countOf(rows, 'row')} exported`,
  cut: (rows: number) => ({
    title: `The first ${countOf(rows, 'row')} were exported`,
    message: 'There are more rows. Narrow the filter to export the rest.',
  }),
} as const;

export const chartTexts = {
  loading: 'Loading chart…',
  choose: 'Show in the chart',
  asTable: 'Show as a table',
  empty: (metric: string) => `${metric}: none in this period.`,
  total: (metric: string, total: string, most: string, label: string) =>
    `${metric}: ${total} in total, highest on ${label} (${most}).`,
  highest: (metric: string, most: string, label: string) => `${metric}: highest on ${label} (${most}).`,
} as const;
