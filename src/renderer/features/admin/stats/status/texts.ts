import { params, plural, texts } from '../../../../../shared/texts.ts';

export const statusTexts = texts('admin/status', {
  title: 'Status',
  loading: 'Checking the service…',
  works: 'Everything works.',
  attention: plural({
    one: '{count} problem needs your attention.',
    other: '{count} problems need your attention.',
  }),
  list: 'Problems and notes',
  levels: { bad: 'Problem', caution: 'Warning', note: 'Note' },
  noActive: 'No provider is active. Only users with their own key get replies.',
  demo: 'No model is connected yet. The built-in demo replies instead.',
  toVendors: 'Choose a provider',
  noKey: params('{vendor} is active but has no key. Only users with their own key get replies.'),
  toKey: 'Set the key',
  failing: params('{vendor}: {failures} of {requests} requests failed today.'),
  testFailed: params('{vendor} is active, but its last test failed ({time}): {reason}'),
  requestFailed: params('{vendor} is active, but the last request to it failed ({time}).'),
  toTest: 'Test the provider',
  mail: "The mail server is rejecting email, so users don't get their codes and links.",
  mailWaiting: plural({ one: '{count} email is waiting.', other: '{count} emails are waiting.' }),
  toMail: 'Check the mail server',
  damaged: 'The database is damaged. Stop the service and restore the newest backup.',
  backupFailed: 'The last backup failed. Check the free space and the permissions of the data directory.',
  backupOld: params('The last backup is from {time}. Check the free space of the data directory.'),
  restarts: plural({
    one: 'The service restarted unexpectedly {count} time in the last day, for example after a crash.',
    other: 'The service restarted unexpectedly {count} times in the last day, for example after a crash.',
  }),
  interrupted: plural({
    one: '{count} reply was interrupted in the last day.',
    other: '{count} replies were interrupted in the last day.',
  }),
  toCheck: 'What to check',
  toRestore: 'How to back up and restore',
  merges: plural({
    one: '{count} merge has been approved and can be completed.',
    other: '{count} merges have been approved and can be completed.',
  }),
  bulk: plural({
    one: '{count} bulk operation is not finished.',
    other: '{count} bulk operations are not finished.',
  }),
  toUsers: 'Open users',
  usedUp: plural({
    one: '{count} account has used up its messages for today.',
    other: '{count} accounts have used up their messages for today.',
  }),
  toLimits: 'Change the limits',
  lastBackup: params('Last backup: {time}.'),
  noBackup: 'The first backup will run within six hours.',
});
