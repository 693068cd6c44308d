import type { LogEntry } from '../../../../shared/admin/logs.ts';
import { DateTime } from '../feedback/DateTime.tsx';
import type { Column } from '../table/DataTable.tsx';
import { AccountLink } from '../users/AccountLink.tsx';
import { LogDetails } from './LogDetails.tsx';
import { logTexts as texts } from './texts.ts';

const details: Column<LogEntry> = {
  id: 'details',
  header: texts.details,
  cell: (entry) => <LogDetails entry={entry} />,
};

/** For lists with entries about a single account. */
export const accountLogColumns: readonly Column<LogEntry>[] = [
  { id: 'when', header: texts.when, cell: ({ created_at }) => <DateTime at={created_at} /> },
  { id: 'action', header: texts.action, cell: ({ action_type }) => <code>{action_type}</code> },
  {
    id: 'admin',
    header: texts.admin,
    cell: ({ admin_id, admin_email }) => <AccountLink id={admin_id} email={admin_email} none={texts.self} />,
  },
  details,
];

export const logColumns: readonly Column<LogEntry>[] = [
  ...accountLogColumns.slice(0, -1),
  {
    id: 'user',
    header: texts.user,
    cell: ({ user_id, user_email }) => <AccountLink id={user_id} email={user_email} />,
  },
  details,
];
