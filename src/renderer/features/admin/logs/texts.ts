import { params, texts } from '../../../../shared/texts.ts';

export const logTexts = texts('admin/log', {
  title: 'Logs',
  lead: 'Admin actions and changes to accounts. Entries are never changed or deleted.',
  loading: 'Loading log…',
  caption: 'Audit log, newest first',
  when: 'When',
  action: 'Action',
  allActions: 'All actions',
  admin: 'By',
  user: 'Account',
  details: 'Details',
  detailsOf: params('Details of {action}'),
  address: 'IP address',
  agent: 'Browser',
  id: 'Entry ID',
  code: 'Action code',
  self: 'The user',
  from: 'From',
  to: 'To',
  about: 'Account ID',
  aboutHint: 'Account ID',
  invalidId:
    "Enter the complete account ID. You can find it on the account's page under Users, which also links to its log.",
  empty: { title: 'No entries yet' },
  noMatch: { title: 'No matching entries', text: 'Try a longer range or fewer filters.' },
});
