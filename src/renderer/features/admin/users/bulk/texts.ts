import { count, countOf } from '../../format.ts';

export const bulkTexts = {
  selected: (value: number) => `${countOf(value, 'account')} selected`,
  allMatching: (total: number, isExact: boolean) =>
    isExact ? `All ${count(total)} that match` : `All ${count(total)}+ that match`,
  clear: 'Clear selection',
  choose: 'Bulk actions',
  region: 'Selection',
  title: (label: string, value: number) => `${label}: ${countOf(value, 'account')}`,
  filterText: 'Includes every account that matches the filter when it starts, at most 10,000.',
  text: 'You can leave this page and resume later. Your own account and the last administrator are skipped.',
  confirm: 'Start',
  starting: 'Starting...',
  phrase: (value: number) => `delete ${value}`,
  /** In the order of the dropdown. */
  operations: {
    restrict: 'Restrict',
    ban: 'Ban',
    suspend: 'Suspend temporarily',
    lift: 'Lift bans and restrictions',
    'reset-password': 'Force password reset',
    verify: 'Mark address as verified',
    unverify: 'Mark address as not verified',
    professional: 'Set plan Professional',
    starter: 'Set plan Starter',
    'grant-admin': 'Grant administrator',
    'revoke-admin': 'Revoke administrator',
    delete: 'Delete',
  },
  running: 'Bulk operations',
  progress: (done: number, all: number, refused: number) =>
    refused > 0
      ? `${count(done)} of ${count(all)}, ${countOf(refused, 'account')} refused`
      : `${count(done)} of ${count(all)}`,
  completed: 'Completed',
  paused: 'Not finished',
  inProgress: 'Running',
  resume: 'Resume',
  pause: 'Pause',
  refusals: 'Refused accounts',
  dismiss: 'Dismiss',
  doneToast: (label: string) => `${label}: completed`,
} as const;
