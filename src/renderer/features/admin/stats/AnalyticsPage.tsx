import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { analyticsGroups, type AnalyticsGroup, type AnalyticsRow } from '../../../../shared/admin/stats.ts';
import { Choice } from '../../../components/Choice.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { Figure } from '../charts/Figure.tsx';
import { CsvButton } from '../csv/CsvButton.tsx';
import { DialogError } from '../dialog/ConsoleDialog.tsx';
import { Listing, Nothing } from '../feedback/Listing.tsx';
import { count, money, shortCount, shortDay } from '../format.ts';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { oneOf, useListAddress } from '../table/use-list-address.ts';
import { AccountLink } from '../users/AccountLink.tsx';
import styles from './AnalyticsPage.module.css';
import { tokensOf } from './change.ts';
import { actOnStats, statsQueries } from './data.ts';
import { faultOfRange, lastDays, type Range, type RangeName, rangeNames } from './range.ts';
import { statsTexts } from './texts.ts';

const texts = statsTexts.analytics;

/** The question as the address says it; without one, the last 30 days by day. */
function useQuestion() {
  const { get, set } = useListAddress();
  // The days are those of the first look: a page left open over midnight must not change by itself while one reads it.
  const [now] = useState(() => Date.now());
  const name: RangeName = oneOf(rangeNames, get('range')) ?? '30';
  const group: AnalyticsGroup = oneOf(analyticsGroups, get('group')) ?? 'day';
  const range: Range = name === 'custom' ? { from: get('from'), to: get('to') } : lastDays(Number(name), now);
  return { name, group, range, set };
}

/** Usage and cost by day, model, vendor and user over a range, as a chart, a table and a file [ADMIN-008, ADMIN-048]. */
export function AnalyticsPage() {
  const { name, group, range, set } = useQuestion();
  const fault = faultOfRange(range);
  const analytics = useQuery({ ...statsQueries.analytics({ ...range, group }), enabled: fault === null });
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <div className={styles.controls}>
        <Choice
          label={texts.range}
          options={rangeNames}
          texts={texts.ranges}
          chosen={name}
          onChoose={(next) =>
            // Begins where the last range was, to be changed from there.
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
        {fault === null && <CsvButton onExport={() => actOnStats('export', { ...range, group })} />}
      </div>
      {name === 'custom' && (
        <div className={styles.days}>
          <TextField
            label={texts.from}
            name="from"
            type="date"
            value={range.from}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
          <TextField
            label={texts.to}
            name="to"
            type="date"
            value={range.to}
            onChange={(event) => set({ to: event.currentTarget.value })}
          />
        </div>
      )}
      {fault === 'reversed' && <DialogError>{texts.badRange}</DialogError>}
      {fault === 'long' && <DialogError>{texts.longRange}</DialogError>}
      {fault === null && (
        <Listing query={analytics} loading={texts.loading}>
          {({ rows, totals }) =>
            totals.requests + totals.failures === 0 ? (
              <Nothing title={texts.none} text={texts.noneHint} />
            ) : (
              <>
                <Totals totals={totals} />
                <Course rows={rows} group={group} />
                <Rows rows={rows} group={group} isStale={analytics.isPlaceholderData} />
              </>
            )
          }
        </Listing>
      )}
    </ConsoleScreen>
  );
}

function Totals({ totals }: { readonly totals: AnalyticsRow }) {
  const figures = [
    [texts.replies, count(totals.requests)],
    [texts.failures, count(totals.failures)],
    [texts.prompt, shortCount(totals.prompt_tokens)],
    [texts.completion, shortCount(totals.completion_tokens)],
    [texts.cost, money(totals.cost)],
  ] as const;
  return (
    <dl className={styles.totals} aria-label={texts.total}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const metrics = {
  requests: { of: ({ requests }: AnalyticsRow) => requests, format: count, axis: shortCount },
  tokens: { of: tokensOf, format: count, axis: shortCount },
  cost: { of: ({ cost }: AnalyticsRow) => cost, format: money, axis: money },
  failures: { of: ({ failures }: AnalyticsRow) => failures, format: count, axis: shortCount },
} as const;
const metricNames = ['requests', 'tokens', 'cost', 'failures'] as const;

/** More columns than that cannot be told apart; the table has them all. */
const mostColumns = 12;

interface CourseProps {
  readonly rows: readonly AnalyticsRow[];
  readonly group: AnalyticsGroup;
}

function Course({ rows, group }: CourseProps) {
  const [name, setName] = useState<(typeof metricNames)[number]>('requests');
  const metric = metrics[name];
  const drawn =
    group === 'day' ? rows : rows.toSorted((a, b) => metric.of(b) - metric.of(a)).slice(0, mostColumns);
  const points = drawn.map((row) => ({ label: labelOf(row, group), value: metric.of(row) }));
  const total = rows.reduce((sum, row) => sum + metric.of(row), 0);
  const most = points.reduce((best, point) => (point.value > best.value ? point : best), {
    label: '',
    value: 0,
  });
  const words = statsTexts.dashboard;
  return (
    <Figure
      title={texts.figure(texts.metrics[name], texts.groups[group])}
      summary={
        total === 0
          ? words.nothingYet(texts.metrics[name])
          : words.daySummary(texts.metrics[name], metric.format(total), metric.format(most.value), most.label)
      }
      look={group === 'day' && rows.length > 14 ? 'line' : 'columns'}
      points={points}
      format={metric.format}
      formatAxis={metric.axis}
      heads={[texts.groups[group], texts.metrics[name]]}
      controls={
        <Choice
          label={texts.metric}
          options={metricNames}
          texts={texts.metrics}
          chosen={name}
          onChoose={setName}
        />
      }
    />
  );
}

const labelOf = ({ key, label }: AnalyticsRow, group: AnalyticsGroup): string =>
  group === 'day' ? shortDay(key) : label || key;

interface RowsProps extends CourseProps {
  readonly isStale: boolean;
}

function Rows({ rows, group, isStale }: RowsProps) {
  const figure = (id: string, header: string, of: (row: AnalyticsRow) => string): Column<AnalyticsRow> => ({
    id,
    header,
    isNumber: true,
    cell: of,
  });
  const columns: readonly Column<AnalyticsRow>[] = [
    {
      id: 'key',
      header: texts.groups[group],
      cell: (row) =>
        group === 'user' ? (
          <AccountLink id={row.key} email={row.label === row.key ? null : row.label} none="–" />
        ) : (
          <span>{group === 'day' ? row.key : row.label || row.key}</span>
        ),
    },
    figure('requests', texts.replies, ({ requests }) => count(requests)),
    ...(group === 'user' ? [] : [figure('failures', texts.failures, ({ failures }) => count(failures))]),
    figure('prompt', texts.prompt, ({ prompt_tokens }) => count(prompt_tokens)),
    figure('completion', texts.completion, ({ completion_tokens }) => count(completion_tokens)),
    figure('estimated', texts.estimated, ({ estimated_requests }) => count(estimated_requests)),
    figure('cost', texts.cost, ({ cost }) => money(cost)),
  ];
  return (
    <>
      <DataTable
        caption={texts.caption(texts.groups[group])}
        columns={columns}
        rows={group === 'day' ? rows.toReversed() : rows}
        keyOf={({ key }) => key}
        isStale={isStale}
      />
      <p className={styles.note}>
        {texts.estimated}: {texts.estimatedHint}.
      </p>
    </>
  );
}
