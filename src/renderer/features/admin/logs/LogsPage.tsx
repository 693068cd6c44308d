import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { z } from 'zod';
import { type LogEntry, logReplySchemas, type logRequestSchemas } from '../../../../shared/admin/logs.ts';
import { TextField } from '../../../components/TextField.tsx';
import { DialogError } from '../dialog/ConsoleDialog.tsx';
import { DateTime } from '../feedback/DateTime.tsx';
import { defineActions } from '../service/define-actions.ts';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { CsvButton } from '../table/CsvButton.tsx';
import type { Column } from '../table/DataTable.tsx';
import { FilterSelect } from '../table/FilterSelect.tsx';
import { PagedTable } from '../table/PagedTable.tsx';
import { SearchField } from '../table/SearchField.tsx';
import { Toolbar } from '../table/Toolbar.tsx';
import { useListParams } from '../table/use-list-params.ts';
import { AccountLink } from '../users/AccountLink.tsx';
import { LogDetails } from './LogDetails.tsx';
import { logTexts as texts } from './texts.ts';

const callLogs = defineActions<typeof logRequestSchemas, typeof logReplySchemas>('logs', logReplySchemas);

type LogFilter = Omit<z.input<(typeof logRequestSchemas)['list']>, 'page' | 'page_size'>;

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Days are in the reader's time zone, both included. */
function filterFrom(get: (name: string) => string): LogFilter {
  const [action, user, from, to] = ['action', 'user', 'from', 'to'].map(get);
  return {
    ...(action && { action: action.slice(0, 100) }),
    ...(user && isId(user) && { user }),
    ...(from && isDay(from) && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && isDay(to) && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

const columns: readonly Column<LogEntry>[] = [
  { id: 'when', header: texts.when, cell: ({ created_at }) => <DateTime at={created_at} /> },
  { id: 'action', header: texts.action, cell: ({ action_type }) => <code>{action_type}</code> },
  {
    id: 'admin',
    header: texts.admin,
    cell: ({ admin_id, admin_email }) => <AccountLink id={admin_id} email={admin_email} none={texts.self} />,
  },
  {
    id: 'user',
    header: texts.user,
    cell: ({ user_id, user_email }) => <AccountLink id={user_id} email={user_email} />,
  },
  { id: 'details', header: texts.details, cell: (entry) => <LogDetails entry={entry} /> },
];

/** The audit log with filters and CSV export [ADMIN-016, ADMIN-045, ADMIN-047]. */
export function LogsPage() {
  const { page, get, set } = useListParams();
  const filter = filterFrom(get);
  // Without a valid id the list would show everyone's entries.
  const isIdInvalid = get('user') !== '' && !filter.user;
  const log = useQuery({
    queryKey: ['admin', 'logs', filter, page],
    queryFn: () => callLogs('list', { ...filter, page }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: !isIdInvalid,
  });
  const action = get('action');
  const searchUser = useCallback((user: string) => set({ user }), [set]);
  const day = (end: 'from' | 'to') => (
    <TextField
      label={texts[end]}
      name={end}
      type="date"
      value={get(end)}
      onChange={(event) => set({ [end]: event.currentTarget.value })}
    />
  );
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <Toolbar actions={!isIdInvalid && <CsvButton onExport={() => callLogs('export', filter)} />}>
        <SearchField
          label={texts.about}
          placeholder={texts.aboutHint}
          value={get('user')}
          onSearch={searchUser}
        />
        <FilterSelect
          label={texts.action}
          name="action"
          allText={texts.allActions}
          // The action in the URL may be missing from the list.
          values={[...new Set([...(log.data?.actions ?? []), ...(action ? [action] : [])])]}
          textOf={(value) => value}
          value={action || undefined}
          onChoose={(next) => set({ action: next })}
        />
        {day('from')}
        {day('to')}
      </Toolbar>
      {isIdInvalid ? (
        <DialogError>{texts.invalidId}</DialogError>
      ) : (
        <PagedTable
          query={log}
          rowsOf={({ entries }) => entries}
          loading={texts.loading}
          empty={Object.keys(filter).length > 0 ? texts.noMatch : texts.empty}
          page={page}
          onPage={(next) => set({ page: next })}
          caption={texts.caption}
          columns={columns}
          keyOf={({ id }) => id}
        />
      )}
    </ConsoleScreen>
  );
}
