import { params, plural, texts } from '../../../../lib/texts.ts';

export const statusTexts = texts('admin/status', {
  title: 'Status',
  loading: 'Checking the service…',
  allRight: 'Everything is all right',
  allRightText: 'Nothing needs you now.',
  list: 'What needs you',
  levels: { bad: 'Problem', caution: 'Warning', note: 'To do' },
  noActive: 'No vendor is active: only users with their own key get replies.',
  toVendors: 'Choose a vendor',
  noKey: params('{vendor} is active but has no key: only users with their own key get replies.'),
  toKey: 'Set the key',
  failing: params('{vendor}: {failures} of {requests} requests failed today.'),
  toTest: 'Test the vendor',
  mail: "The mail server refuses mail: people don't get codes and links.",
  mailWaiting: plural({ one: '{count} mail is waiting.', other: '{count} mails are waiting.' }),
  toMail: 'Check the mail server',
  damaged: 'The database is damaged. Stop the service and restore the newest backup.',
  backupFailed: 'The last backup failed. Check the free space and the permissions of the data directory.',
  backupOld: params('The last backup is from {time}. Check the free space of the data directory.'),
  toRestore: 'How to back up and restore',
  merges: plural({
    one: '{count} merge is agreed and can be completed.',
    other: '{count} merges are agreed and can be completed.',
  }),
  bulk: plural({
    one: '{count} bulk operation is not finished.',
    other: '{count} bulk operations are not finished.',
  }),
  toUsers: 'Open users',
  usedUp: plural({
    one: '{count} account has used all its messages of today.',
    other: '{count} accounts have used all their messages of today.',
  }),
  toLimits: 'Change the limits',
  lastBackup: params('Last backup: {time}.'),
  noBackup: 'The first backup is made within six hours.',
});
