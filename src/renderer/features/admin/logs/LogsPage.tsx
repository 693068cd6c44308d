import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { LogEntry } from '../../../../shared/admin/logs.ts';
import { SelectField } from '../../../components/SelectField.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { CsvButton } from '../csv/CsvButton.tsx';
import { DialogError } from '../dialog/ConsoleDialog.tsx';
import { Listing, Nothing } from '../feedback/Listing.tsx';
import { Moment } from '../feedback/Moment.tsx';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { Pager } from '../table/Pager.tsx';
import { SearchField } from '../table/SearchField.tsx';
import { Toolbar } from '../table/Toolbar.tsx';
import { useListAddress } from '../table/use-list-address.ts';
import { AccountLink } from '../users/AccountLink.tsx';
import { actOnLogs, type LogFilter, logQueries } from './data.ts';
import { LogDetails } from './LogDetails.tsx';
import { logTexts as texts } from './texts.ts';

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
const allActs = 'all';

/** Days are those of the reader, both included. */
function filterOf(get: (name: string) => string): LogFilter {
  const [action, user, from, to] = ['action', 'user', 'from', 'to'].map(get);
  return {
    ...(action && { action: action.slice(0, 100) }),
    ...(user && isId(user) && { user }),
    ...(from && isDay(from) && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && isDay(to) && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

const columns: readonly Column<LogEntry>[] = [
  { id: 'when', header: texts.when, cell: ({ created_at }) => <Moment at={created_at} /> },
  { id: 'action', header: texts.action, cell: ({ action_type }) => <code>{action_type}</code> },
  {
    id: 'admin',
    header: texts.admin,
    cell: ({ admin_id, admin_email }) => <AccountLink id={admin_id} email={admin_email} none={texts.self} />,
  },
  {
    id: 'user',
    header: texts.user,
    cell: ({ user_id, user_email }) => <AccountLink id={user_id} email={user_email} none={texts.nobody} />,
  },
  { id: 'details', header: texts.details, cell: (entry) => <LogDetails entry={entry} /> },
];

/** The audit log with filters, details and a file for a spreadsheet [ADMIN-016, ADMIN-045, ADMIN-047]. */
export function LogsPage() {
  const { page, get, set } = useListAddress();
  const filter = filterOf(get);
  // Not asked for without the account that is meant: that would be everything.
  const isIdWrong = get('user') !== '' && !filter.user;
  const log = useQuery({ ...logQueries.list(filter, page), enabled: !isIdWrong });
  const isFiltered = Object.keys(filter).length > 0;
  const actions = log.data?.actions ?? [];
  const action = get('action');
  const searchUser = useCallback((user: string) => set({ user }), [set]);
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <Toolbar actions={!isIdWrong && <CsvButton onExport={() => actOnLogs('export', filter)} />}>
        <SearchField
          label={texts.about}
          placeholder={texts.aboutHint}
          value={get('user')}
          onSearch={searchUser}
        />
        <SelectField
          label={texts.act}
          name="act"
          options={[
            { value: allActs, label: texts.allActs },
            // One that is asked for by the address may have fallen out of the list.
            ...[...new Set([...actions, ...(action ? [action] : [])])].map((value) => ({
              value,
              label: value,
            })),
          ]}
          value={action || allActs}
          onChoose={(next) => set({ action: next === allActs ? null : next })}
        />
        <TextField
          label={texts.from}
          name="from"
          type="date"
          value={get('from')}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
        <TextField
          label={texts.to}
          name="to"
          type="date"
          value={get('to')}
          onChange={(event) => set({ to: event.currentTarget.value })}
        />
      </Toolbar>
      {isIdWrong ? (
        <DialogError>{texts.badId}</DialogError>
      ) : (
        <Listing query={log} loading={texts.loading}>
          {(data) => (
            <>
              {data.entries.length === 0 ? (
                <Nothing
                  title={isFiltered ? texts.noMatch : texts.none}
                  {...(isFiltered && { text: texts.noMatchHint })}
                />
              ) : (
                <DataTable
                  caption={texts.caption}
                  columns={columns}
                  rows={data.entries}
                  keyOf={({ id }) => id}
                  isStale={log.isPlaceholderData}
                />
              )}
              <Pager
                page={page}
                shown={data.entries.length}
                total={data.total}
                isTotalExact={data.total_is_exact}
                onPage={(next) => set({ page: next })}
              />
            </>
          )}
        </Listing>
      )}
    </ConsoleScreen>
  );
}
