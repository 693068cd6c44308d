import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { TextField } from '../../../components/TextField.tsx';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { CsvButton } from '../table/CsvButton.tsx';
import { FilterSelect } from '../table/FilterSelect.tsx';
import { PagedTable } from '../table/PagedTable.tsx';
import { SearchField } from '../table/SearchField.tsx';
import { SavedViews } from '../table/SavedViews.tsx';
import { Toolbar } from '../table/Toolbar.tsx';
import { useListParams } from '../table/use-list-params.ts';
import { actionName } from './action-texts.ts';
import { logColumns, logDetails } from './log-columns.tsx';
import { callLogs, type LogFilter, logPage } from './queries.ts';
import { logTexts as texts } from './texts.ts';

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const byName = (actions: readonly string[]) =>
  actions.toSorted((a, b) => actionName(a).localeCompare(actionName(b)));

/** Days use the reader's time zone and are inclusive. */
function filterFrom(get: (name: string) => string): LogFilter {
  const [action, account, from, to] = ['action', 'user', 'from', 'to'].map(get);
  return {
    ...(action && { action: action.slice(0, 100) }),
    ...(account && { account: account.slice(0, 200) }),
    ...(from && isDay(from) && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && isDay(to) && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

export function LogsPage() {
  const { page, get, set } = useListParams();
  const filter = filterFrom(get);
  const log = useQuery(logPage(filter, page));
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
      <Toolbar actions={<CsvButton onExport={() => callLogs('export', filter)} />}>
        <SearchField
          label={texts.account}
          placeholder={texts.account}
          value={get('user')}
          onSearch={searchUser}
        />
        <FilterSelect
          label={texts.action}
          name="action"
          allText={texts.allActions}
          // The URL may contain an action that the list doesn't have.
          values={byName([...new Set([...(log.data?.actions ?? []), ...(action ? [action] : [])])])}
          textOf={actionName}
          value={action || undefined}
          onChoose={(next) => set({ action: next })}
        />
        {day('from')}
        {day('to')}
      </Toolbar>
      <SavedViews page="logs" />
      <PagedTable
        query={log}
        rowsOf={({ entries }) => entries}
        loading={texts.loading}
        empty={Object.keys(filter).length > 0 ? texts.noMatch : texts.empty}
        page={page}
        onPage={(next) => set({ page: next })}
        caption={texts.caption}
        columns={logColumns}
        details={logDetails}
        keyOf={({ id }) => id}
      />
    </ConsoleScreen>
  );
}
