import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { analyticsGroups, type AnalyticsGroup, type AnalyticsRow } from '../../../../shared/admin/stats.ts';
import { Choice } from '../../../components/Choice.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { type Metric, MetricChart } from '../charts/MetricChart.tsx';
import type { Range } from '../charts/periods.ts';
import { tokensOf } from '../charts/usage-metrics.ts';
import { DialogError } from '../dialog/ConsoleDialog.tsx';
import { EmptyState, QueryView } from '../feedback/QueryView.tsx';
import { count, money, shortCount, shortDay } from '../format.ts';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { CsvButton } from '../table/CsvButton.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { oneOf, useListParams } from '../table/use-list-params.ts';
import { AccountLink } from '../users/AccountLink.tsx';
import styles from './AnalyticsPage.module.css';
import { callStats, statsQueries } from './queries.ts';
import { checkRange, lastDays, type RangeName, rangeNames } from './range.ts';
import { analyticsTexts as texts } from './texts.ts';

/** The request in the URL; by default the last 30 days by day. */
function useAnalyticsParams() {
  const { get, set } = useListParams();
  // Fixed when the page opens, so that the range does not change at midnight.
  const [now] = useState(() => Date.now());
  const name: RangeName = oneOf(rangeNames, get('range')) ?? '30';
  const group: AnalyticsGroup = oneOf(analyticsGroups, get('group')) ?? 'day';
  const range: Range = name === 'custom' ? { from: get('from'), to: get('to') } : lastDays(Number(name), now);
  return { name, group, range, set };
}

/** Usage and cost by day, model, vendor or user: a chart, a table and a file [ADMIN-008, ADMIN-048]. */
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
            // A custom range starts with the dates of the previous one.
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
              <>
                <Totals totals={totals} />
                <MetricChart
                  title={(metric) => texts.chart({ metric, group: texts.groups[group].toLowerCase() })}
                  metrics={metricsFor(group === 'day' && rows.length > 14 ? 'line' : 'columns')}
                  rows={rows}
                  labelOf={(row) => (group === 'day' ? shortDay(row.key) : row.label || row.key)}
                  rowName={texts.groups[group]}
                  // More columns would be too narrow; the table shows all rows.
                  {...(group !== 'day' && { limit: 12 })}
                />
                <UsageTable rows={rows} group={group} isStale={analytics.isPlaceholderData} />
              </>
            )
          }
        </QueryView>
      )}
    </ConsoleScreen>
  );
}

function Totals({ totals }: { readonly totals: AnalyticsRow }) {
  const values = [
    [texts.replies, count(totals.requests)],
    [texts.failures, count(totals.failures)],
    [texts.prompt, shortCount(totals.prompt_tokens)],
    [texts.completion, shortCount(totals.completion_tokens)],
    [texts.cost, money(totals.cost)],
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

function metricsFor(look: Metric<AnalyticsRow>['look']) {
  const counts = { format: count, formatAxis: shortCount, look } as const;
  return {
    requests: { ...counts, label: texts.replies, of: ({ requests }) => requests },
    tokens: { ...counts, label: texts.tokens, of: tokensOf },
    cost: { label: texts.cost, of: ({ cost }) => cost, format: money, formatAxis: money, look },
    failures: { ...counts, label: texts.failures, of: ({ failures }) => failures },
  } satisfies Readonly<Record<string, Metric<AnalyticsRow>>>;
}

interface UsageTableProps {
  readonly rows: readonly AnalyticsRow[];
  readonly group: AnalyticsGroup;
  readonly isStale: boolean;
}

function UsageTable({ rows, group, isStale }: UsageTableProps) {
  const number = (id: string, header: string, of: (row: AnalyticsRow) => string): Column<AnalyticsRow> => ({
    id,
    header,
    isNumber: true,
    cell: of,
  });
  const columns: readonly Column<AnalyticsRow>[] = [
    {
      id: 'key',
      header: texts.groups[group],
      cell: ({ key, label }) =>
        group === 'user' ? (
          <AccountLink id={key} email={label === key ? null : label} />
        ) : (
          <span>{group === 'day' ? key : label || key}</span>
        ),
    },
    number('requests', texts.replies, ({ requests }) => count(requests)),
    ...(group === 'user' ? [] : [number('failures', texts.failures, ({ failures }) => count(failures))]),
    number('prompt', texts.prompt, ({ prompt_tokens }) => count(prompt_tokens)),
    number('completion', texts.completion, ({ completion_tokens }) => count(completion_tokens)),
    number('estimated', texts.estimated, ({ estimated_requests }) => count(estimated_requests)),
    number('cost', texts.cost, ({ cost }) => money(cost)),
  ];
  return (
    <>
      <DataTable
        caption={texts.caption({ group: texts.groups[group].toLowerCase() })}
        columns={columns}
        rows={group === 'day' ? rows.toReversed() : rows}
        keyOf={({ key }) => key}
        isStale={isStale}
      />
      <Text size="xs" c="dimmed">
        {texts.estimatedNote}
      </Text>
    </>
  );
}
