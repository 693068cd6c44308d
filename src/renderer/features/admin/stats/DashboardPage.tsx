import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { statsReplySchemas } from '../../../../shared/admin/stats.ts';
import { type Metric, MetricChart } from '../charts/MetricChart.tsx';
import { tokensOf } from '../charts/usage-metrics.ts';
import { Badge } from '../feedback/Badge.tsx';
import { EmptyState, QueryView } from '../feedback/QueryView.tsx';
import {
  formatCount,
  formatDuration,
  formatMoney,
  formatPercent,
  formatShortCount,
  formatDay,
} from '../format.ts';
import { ConsoleScreen, Section } from '../shell/ConsoleScreen.tsx';
import { type TableColumn, DataTable } from '../table/DataTable.tsx';
import { adminTexts, pageTitles } from '../texts.ts';
import { failureShare } from './change.ts';
import styles from './DashboardPage.module.css';
import { statsQueries } from './queries.ts';
import { StatTile } from './StatTile.tsx';
import { StatusList } from './status/StatusList.tsx';
import { dashboardTexts as texts } from './texts.ts';

type Dashboard = z.infer<(typeof statsReplySchemas)['dashboard']>;
type Day = Dashboard['days'][number];
type VendorStats = Dashboard['vendors'][number];

export function DashboardPage() {
  const dashboard = useQuery(statsQueries.dashboard());
  return (
    <ConsoleScreen title={pageTitles['']} lead={texts.lead}>
      <StatusList />
      <QueryView query={dashboard} loading={texts.loading}>
        {(data) => (
          <>
            <StatTiles data={data} />
            <MetricChart
              title={() => texts.days}
              metrics={metrics}
              rows={data.days}
              labelOf={({ day }) => formatDay(day)}
              rowName={texts.day}
            />
            <Vendors data={data} />
          </>
        )}
      </QueryView>
    </ConsoleScreen>
  );
}

function StatTiles({
  data: { total_users, total_guests, total_chats, today, last_week },
}: {
  readonly data: Dashboard;
}) {
  return (
    <dl className={styles.tiles}>
      <StatTile
        name={texts.tiles.users}
        value={formatCount(total_users)}
        note={texts.usersNote({
          guests: texts.guests({ count: total_guests }),
          users: formatCount(today.new_users),
          chats: texts.chats({ count: total_chats }),
        })}
      />
      <StatTile
        name={texts.tiles.active}
        value={formatCount(today.active_users)}
        today={today.active_users}
        before={last_week.active_users}
        good="up"
      />
      <StatTile
        name={texts.tiles.messages}
        value={formatCount(today.requests)}
        today={today.requests}
        before={last_week.requests}
        good="up"
      />
      <StatTile
        name={texts.tiles.tokens}
        value={formatShortCount(tokensOf(today))}
        today={tokensOf(today)}
        before={tokensOf(last_week)}
      />
      <StatTile
        name={texts.tiles.cost}
        value={formatMoney(today.cost)}
        today={today.cost}
        before={last_week.cost}
      />
      <StatTile
        name={texts.tiles.failures}
        value={formatCount(today.failures)}
        today={today.failures}
        before={last_week.failures}
        good="down"
      />
    </dl>
  );
}

const countFormat = { format: formatCount, formatAxis: formatShortCount } as const;

const metrics = {
  requests: {
    ...countFormat,
    label: texts.metrics.requests,
    of: ({ requests }: Day) => requests,
    look: 'columns',
  },
  // Users may be active on several days, so a total would count them more than once.
  active: {
    ...countFormat,
    label: texts.metrics.active,
    of: ({ active_users }: Day) => active_users,
    look: 'line',
    hasNoTotal: true,
  },
  tokens: { ...countFormat, label: texts.metrics.tokens, of: tokensOf, look: 'line' },
  cost: {
    label: texts.metrics.cost,
    of: ({ cost }: Day) => cost,
    format: formatMoney,
    formatAxis: formatMoney,
    hasFractions: true,
    look: 'columns',
  },
} as const satisfies Readonly<Record<string, Metric<Day>>>;

function Vendors({ data: { vendors, active_vendor } }: { readonly data: Dashboard }) {
  const columns: readonly TableColumn<VendorStats>[] = [
    {
      id: 'vendor',
      header: texts.vendor,
      cell: ({ display_name }) => (
        <Group gap="xs" fw={560}>
          {display_name} {display_name === active_vendor && <Badge tone="good">{texts.isActive}</Badge>}
        </Group>
      ),
    },
    { id: 'replies', header: texts.replies, isNumber: true, cell: ({ requests }) => formatCount(requests) },
    { id: 'failures', header: texts.failures, isNumber: true, cell: ({ failures }) => formatCount(failures) },
    {
      id: 'rate',
      header: texts.rate,
      isNumber: true,
      cell: (row) => formatOrNone(failureShare(row), formatPercent),
    },
    {
      id: 'p50',
      header: texts.p50,
      isNumber: true,
      cell: ({ p50_ms }) => formatOrNone(p50_ms, formatDuration),
    },
    {
      id: 'p95',
      header: texts.p95,
      isNumber: true,
      cell: ({ p95_ms }) => formatOrNone(p95_ms, formatDuration),
    },
  ];
  return (
    <Section title={texts.vendors}>
      {vendors.length === 0 ? (
        <EmptyState {...texts.noVendors} />
      ) : (
        <DataTable
          caption={texts.vendorsCaption}
          columns={columns}
          rows={vendors}
          keyOf={({ vendor }) => vendor}
        />
      )}
    </Section>
  );
}

const formatOrNone = (value: number | null, format: (value: number) => string): string =>
  value === null ? adminTexts.none : format(value);
