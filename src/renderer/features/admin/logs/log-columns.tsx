import type { LogEntry } from '../../../../shared/admin/logs.ts';
import { DateTime } from '../feedback/DateTime.tsx';
import type { TableColumn } from '../table/DataTable.tsx';
import type { RowDetails } from '../table/RowDetails.tsx';
import { AccountLink } from '../users/AccountLink.tsx';
import { actionName } from './action-texts.ts';
import { LogAction } from './LogAction.tsx';
import { LogDetails } from './LogDetails.tsx';
import { logTexts as texts } from './texts.ts';

/** A list about a single account needs no column for the account. */
export const accountLogColumns: readonly TableColumn<LogEntry>[] = [
  { id: 'when', header: texts.when, cell: ({ created_at }) => <DateTime at={created_at} /> },
  { id: 'action', header: texts.action, cell: (entry) => <LogAction entry={entry} /> },
  {
    id: 'admin',
    header: texts.admin,
    cell: ({ admin_id, admin_email }) => <AccountLink id={admin_id} email={admin_email} none={texts.self} />,
  },
];

export const logColumns: readonly TableColumn<LogEntry>[] = [
  ...accountLogColumns,
  {
    id: 'user',
    header: texts.user,
    cell: ({ user_id, user_email }) => <AccountLink id={user_id} email={user_email} />,
  },
];

export const logDetails: RowDetails<LogEntry> = {
  header: texts.details,
  nameOf: ({ action_type }) => texts.detailsOf({ action: actionName(action_type) }),
  content: (entry) => <LogDetails entry={entry} />,
};
