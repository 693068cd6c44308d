import type { z } from 'zod';
import { toCsv } from '../../../src/shared/admin/csv.ts';
import {
  statsReplySchemas,
  statsRequestSchemas,
  type AnalyticsRow,
  type StatsAction,
} from '../../../src/shared/admin/stats.ts';
import { act, defineAct, type Act, type ActContext } from './act.ts';

type Range = z.infer<typeof statsRequestSchemas.analytics>;

/** Rows of an export. */
const longestExport = 10_000;

const read = (context: ActContext, { from, to, group }: Range, most: number) =>
  act(
    context,
    'get_analytics',
    { first_day: from, last_day: to, by_what: group, max_rows: most },
    statsReplySchemas.analytics,
  );

const head = ['label', 'requests', 'failures', 'tokens in', 'tokens out', 'cost USD', 'replies estimated'];
const rowOf = (row: AnalyticsRow) => [
  row.key,
  row.label,
  row.requests,
  row.failures,
  row.prompt_tokens,
  row.completion_tokens,
  row.cost,
  row.estimated_requests,
];

async function exportRows(context: ActContext, range: Range) {
  const { rows } = await read(context, range, longestExport + 1);
  const kept = rows.slice(0, longestExport);
  return {
    file_name: `usage-by-${range.group}-${range.from}-${range.to}.csv`,
    csv: toCsv([range.group, ...head], kept.map(rowOf)),
    rows: kept.length,
    is_cut: rows.length > longestExport,
  } satisfies z.infer<typeof statsReplySchemas.export>;
}

const acts: Readonly<Record<StatsAction, Act>> = {
  dashboard: defineAct(statsRequestSchemas.dashboard, (context) =>
    act(context, 'get_dashboard', {}, statsReplySchemas.dashboard),
  ),
  analytics: defineAct(statsRequestSchemas.analytics, (context, range) => read(context, range, 500)),
  export: defineAct(statsRequestSchemas.export, exportRows),
};

/** `admin/stats/<action>`. */
export const statsActs: ReadonlyMap<string, Act> = new Map(Object.entries(acts));
