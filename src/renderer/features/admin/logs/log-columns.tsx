import type { LogEntry } from '../../../../shared/admin/logs.ts';
import { DateTime } from '../feedback/DateTime.tsx';
import type { TableColumn } from '../table/DataTable.tsx';
import { AccountLink } from '../users/AccountLink.tsx';
import { actionName } from './action-texts.ts';
import { LogDetails } from './LogDetails.tsx';
import { logTexts as texts } from './texts.ts';

const details: TableColumn<LogEntry> = {
  id: 'details',
  header: texts.details,
  cell: (entry) => <LogDetails entry={entry} />,
};

/** A list about a single account needs no column for the account. */
export const accountLogColumns: readonly TableColumn<LogEntry>[] = [
  { id: 'when', header: texts.when, cell: ({ created_at }) => <DateTime at={created_at} /> },
  { id: 'action', header: texts.action, cell: ({ action_type }) => actionName(action_type) },
  {
    id: 'admin',
    header: texts.admin,
    cell: ({ admin_id, admin_email }) => <AccountLink id={admin_id} email={admin_email} none={texts.self} />,
  },
  details,
];

export const logColumns: readonly TableColumn<LogEntry>[] = [
  ...accountLogColumns.slice(0, -1),
  {
    id: 'user',
    header: texts.user,
    cell: ({ user_id, user_email }) => <AccountLink id={user_id} email={user_email} />,
  },
  details,
];
