import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import type { statsReplySchemas } from '../../../../shared/admin/stats.ts';
import { Choice } from '../../../components/Choice.tsx';
import { paths } from '../../../lib/paths.ts';
import { Figure } from '../charts/Figure.tsx';
import { DialogWarning } from '../dialog/ConsoleDialog.tsx';
import { Badge } from '../feedback/Badge.tsx';
import { Listing, Nothing } from '../feedback/Listing.tsx';
import { count, duration, money, share, shortCount, shortDay } from '../format.ts';
import { ConsoleScreen } from '../shell/ConsoleScreen.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { failureShare, tokensOf } from './change.ts';
import styles from './DashboardPage.module.css';
import { statsQueries } from './data.ts';
import { statsTexts } from './texts.ts';
import { Tile } from './Tile.tsx';

const texts = statsTexts.dashboard;

type Dashboard = z.infer<(typeof statsReplySchemas)['dashboard']>;
type Day = Dashboard['days'][number];

/** How the product is doing: today against a week ago, two weeks by day, and its vendors [ADMIN-007, ADMIN-046]. */
export function DashboardPage() {
  const figures = useQuery(statsQueries.dashboard());
  return (
    <ConsoleScreen title={texts.title} lead={texts.lead}>
      <Listing query={figures} loading={texts.loading}>
        {(data) => (
          <>
            {data.active_vendor === null && (
              <DialogWarning>
                {texts.noActive} <Link to={paths.adminVendors}>{texts.toVendors}</Link>
              </DialogWarning>
            )}
            <Tiles data={data} />
            <Days days={data.days} />
            <Vendors data={data} />
          </>
        )}
      </Listing>
    </ConsoleScreen>
  );
}

function Tiles({ data: { total_users, total_chats, today, last_week } }: { readonly data: Dashboard }) {
  return (
    <dl className={styles.tiles}>
      <Tile
        name={texts.tiles.users}
        value={count(total_users)}
        note={`${texts.newUsers(count(today.new_users))}, ${texts.chats(count(total_chats))}`}
      />
      <Tile
        name={texts.tiles.active}
        value={count(today.active_users)}
        today={today.active_users}
        before={last_week.active_users}
        good="up"
      />
      <Tile
        name={texts.tiles.messages}
        value={count(today.requests)}
        today={today.requests}
        before={last_week.requests}
        good="up"
      />
      <Tile
        name={texts.tiles.tokens}
        value={shortCount(tokensOf(today))}
        today={tokensOf(today)}
        before={tokensOf(last_week)}
      />
      <Tile name={texts.tiles.cost} value={money(today.cost)} today={today.cost} before={last_week.cost} />
      <Tile
        name={texts.tiles.failures}
        value={count(today.failures)}
        today={today.failures}
        before={last_week.failures}
        good="down"
      />
    </dl>
  );
}

const metrics = {
  requests: { of: ({ requests }: Day) => requests, format: count, axis: shortCount },
  active: { of: ({ active_users }: Day) => active_users, format: count, axis: shortCount },
  tokens: { of: tokensOf, format: count, axis: shortCount },
  cost: { of: ({ cost }: Day) => cost, format: money, axis: money },
} as const;
const metricNames = ['requests', 'active', 'tokens', 'cost'] as const;

function Days({ days }: { readonly days: readonly Day[] }) {
  const [name, setName] = useState<(typeof metricNames)[number]>('requests');
  const metric = metrics[name];
  const points = days.map((day) => ({ label: shortDay(day.day), value: metric.of(day) }));
  const total = points.reduce((sum, { value }) => sum + value, 0);
  const most = points.reduce((best, point) => (point.value > best.value ? point : best), {
    label: '',
    value: 0,
  });
  return (
    <Figure
      title={texts.days}
      summary={
        total === 0
          ? texts.nothingYet(texts.metrics[name])
          : name === 'active'
            ? // Whoever comes on two days is one person: days of people make no sum.
              texts.activeSummary(texts.metrics[name], metric.format(most.value), most.label)
            : texts.daySummary(
                texts.metrics[name],
                metric.format(total),
                metric.format(most.value),
                most.label,
              )
      }
      look={name === 'requests' || name === 'cost' ? 'columns' : 'line'}
      points={points}
      format={metric.format}
      formatAxis={metric.axis}
      heads={['Day', texts.metrics[name]]}
      controls={
        <Choice
          label={texts.choose}
          options={metricNames}
          texts={texts.metrics}
          chosen={name}
          onChoose={setName}
        />
      }
    />
  );
}

type VendorFigures = Dashboard['vendors'][number];

function Vendors({ data: { vendors, active_vendor } }: { readonly data: Dashboard }) {
  const columns: readonly Column<VendorFigures>[] = [
    {
      id: 'vendor',
      header: texts.vendor,
      cell: ({ display_name }) => (
        <span className={styles.vendor}>
          {display_name} {display_name === active_vendor && <Badge tone="good">{texts.isActive}</Badge>}
        </span>
      ),
    },
    { id: 'replies', header: texts.replies, isNumber: true, cell: ({ requests }) => count(requests) },
    { id: 'failures', header: texts.failures, isNumber: true, cell: ({ failures }) => count(failures) },
    {
      id: 'rate',
      header: texts.rate,
      isNumber: true,
      cell: (row) => {
        const rate = failureShare(row);
        return rate === null ? texts.none : share(rate);
      },
    },
    { id: 'p50', header: texts.p50, isNumber: true, cell: ({ p50_ms }) => timeOf(p50_ms) },
    { id: 'p95', header: texts.p95, isNumber: true, cell: ({ p95_ms }) => timeOf(p95_ms) },
  ];
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{texts.vendors}</h2>
      {vendors.length === 0 ? (
        <Nothing title={texts.noVendors} text={texts.noVendorsHint} />
      ) : (
        <DataTable
          caption={texts.vendorsCaption}
          columns={columns}
          rows={vendors}
          keyOf={({ vendor }) => vendor}
        />
      )}
    </section>
  );
}

const timeOf = (ms: number | null): string => (ms === null ? texts.none : duration(ms));
