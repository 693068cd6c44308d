import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { analyticsGroups, type AnalyticsGroup, type AnalyticsRow } from '../../../../shared/admin/stats.ts';
import { Choice } from '../../../components/Choice.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { MetricChart } from '../charts/MetricChart.tsx';
import { type DayRange, sumByPeriod, unitFor } from '../charts/periods.ts';
import { countColumns, usageMetrics } from '../charts/usage-metrics.ts';
import { DialogError } from '../dialog/ConsoleDialog.tsx';
import { EmptyState, QueryView } from '../feedback/QueryView.tsx';
import { formatCount, formatMoney, formatShortCount } from '../format.ts';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { CsvButton } from '../table/CsvButton.tsx';
import { type TableColumn, DataTable } from '../table/DataTable.tsx';
import { oneOf, useListParams } from '../table/use-list-params.ts';
import { chartTexts } from '../texts.ts';
import { AccountLink } from '../users/AccountLink.tsx';
import { nameOf } from '../users/user.ts';
import styles from './AnalyticsPage.module.css';
import { callStats, statsQueries } from './queries.ts';
import { checkRange, lastDays, type RangeName, rangeNames } from './range.ts';
import { analyticsTexts as texts } from './texts.ts';

/** Reads the range and the grouping from the URL. The default is the last 30 days, grouped by day. */
function useAnalyticsParams() {
  const { get, set } = useListParams();
  // Set when the page opens, so that the range doesn't change at midnight.
  const [now] = useState(() => Date.now());
  const name: RangeName = oneOf(rangeNames, get('range')) ?? '30';
  const group: AnalyticsGroup = oneOf(analyticsGroups, get('group')) ?? 'day';
  const range: DayRange =
    name === 'custom' ? { from: get('from'), to: get('to') } : lastDays(Number(name), now);
  return { name, group, range, set };
}

export function AnalyticsPage() {
  const { name, group, range, set } = useAnalyticsParams();
  const fault = checkRange(range);
  const analytics = useQuery({ ...statsQueries.analytics({ ...range, group }), enabled: fault === null });
  const day = (end: 'from' | 'to') => (
    <TextField
      label={texts[end]}
      name={end}
      type="date"
      value={range[end]}
      onChange={(event) => set({ [end]: event.currentTarget.value })}
    />
  );
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <div className={styles.controls}>
        <Choice
          label={texts.range}
          options={rangeNames}
          texts={texts.ranges}
          chosen={name}
          onChoose={(next) =>
            // A custom range starts with the previous range's dates.
            set(next === 'custom' ? { range: next, ...range } : { range: next, from: null, to: null })
          }
        />
        <Choice
          label={texts.groupBy}
          options={analyticsGroups}
          texts={texts.groups}
          chosen={group}
          onChoose={(next) => set({ group: next })}
        />
        {fault === null && <CsvButton onExport={() => callStats('export', { ...range, group })} />}
      </div>
      {name === 'custom' && (
        <Group grow maw="28rem">
          {day('from')}
          {day('to')}
        </Group>
      )}
      {fault !== null && fault !== 'incomplete' && <DialogError>{texts.faults[fault]}</DialogError>}
      {fault === null && (
        <QueryView query={analytics} loading={texts.loading}>
          {({ rows, totals }) =>
            totals.requests + totals.failures === 0 ? (
              <EmptyState {...texts.empty} />
            ) : (
              <Usage
                rows={rows}
                totals={totals}
                range={range}
                group={group}
                isStale={analytics.isPlaceholderData}
              />
            )
          }
        </QueryView>
      )}
    </ConsoleScreen>
  );
}

interface UsageProps {
  readonly rows: readonly AnalyticsRow[];
  readonly totals: AnalyticsRow;
  readonly range: DayRange;
  readonly group: AnalyticsGroup;
  readonly isStale: boolean;
}

function Usage({ rows, totals, range, group, isStale }: UsageProps) {
  const isOverTime = group === 'day';
  const shown = isOverTime ? byPeriod(rows, range) : rows.map((row) => nameGuest(row, group));
  const name = isOverTime ? chartTexts.units[unitFor(range)] : texts.groups[group];
  return (
    <>
      <Totals totals={totals} />
      <MetricChart
        title={(metric) => texts.chart({ metric, group: name.toLowerCase() })}
        metrics={metrics}
        rows={shown}
        labelOf={({ key, label }) => label || key}
        rowName={name}
        // More columns would be too narrow; the table shows all rows.
        {...(!isOverTime && { limit: 12 })}
      />
      <UsageTable
        rows={isOverTime ? shown.toReversed() : shown}
        group={group}
        name={name}
        isStale={isStale}
      />
    </>
  );
}

/** Guests have no email, so the start of the id identifies them. */
const nameGuest = (row: AnalyticsRow, group: AnalyticsGroup): AnalyticsRow =>
  group === 'user' && !row.label.includes('@')
    ? { ...row, label: nameOf({ id: row.key, name: null, email: null }) }
    : row;

const noUsage = {
  requests: 0,
  failures: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost: 0,
  estimated_requests: 0,
};

/** Days, weeks and months without usage are included. */
const byPeriod = (rows: readonly AnalyticsRow[], range: DayRange): readonly AnalyticsRow[] =>
  sumByPeriod(
    range,
    rows.map(({ key: day, label: _label, ...sums }) => ({ day, sums })),
    noUsage,
  ).map(({ from: key, ...sums }) => ({ key, ...sums }));

function Totals({ totals }: { readonly totals: AnalyticsRow }) {
  const values = [
    [texts.replies, formatCount(totals.requests)],
    [texts.failures, formatCount(totals.failures)],
    [texts.prompt, formatShortCount(totals.prompt_tokens)],
    [texts.completion, formatShortCount(totals.completion_tokens)],
    [texts.cost, formatMoney(totals.cost)],
  ] as const;
  return (
    <dl className={styles.totals} aria-label={texts.total}>
      {values.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const metrics = {
  ...usageMetrics,
  failures: { ...countColumns, label: texts.failures, of: ({ failures }: AnalyticsRow) => failures },
} as const;

interface UsageTableProps {
  readonly rows: readonly AnalyticsRow[];
  readonly group: AnalyticsGroup;
  readonly name: string;
  readonly isStale: boolean;
}

function UsageTable({ rows, group, name, isStale }: UsageTableProps) {
  const number = (
    id: string,
    header: string,
    of: (row: AnalyticsRow) => string,
  ): TableColumn<AnalyticsRow> => ({
    id,
    header,
    isNumber: true,
    cell: of,
  });
  const columns: readonly TableColumn<AnalyticsRow>[] = [
    {
      id: 'key',
      header: name,
      cell: ({ key, label }) =>
        group === 'user' ? <AccountLink id={key} email={label} /> : <span>{label || key}</span>,
    },
    number('requests', texts.replies, ({ requests }) => formatCount(requests)),
    ...(group === 'user'
      ? []
      : [number('failures', texts.failures, ({ failures }) => formatCount(failures))]),
    number('prompt', texts.prompt, ({ prompt_tokens }) => formatCount(prompt_tokens)),
    number('completion', texts.completion, ({ completion_tokens }) => formatCount(completion_tokens)),
    number('estimated', texts.estimated, ({ estimated_requests }) => formatCount(estimated_requests)),
    number('cost', texts.cost, ({ cost }) => formatMoney(cost)),
  ];
  return (
    <>
      <DataTable
        caption={texts.caption({ group: name.toLowerCase() })}
        columns={columns}
        rows={rows}
        keyOf={({ key }) => key}
        isStale={isStale}
      />
      <Text size="xs" c="dimmed">
        {texts.estimatedNote}
      </Text>
    </>
  );
}
