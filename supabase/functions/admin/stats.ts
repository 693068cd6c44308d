import { z } from 'zod';
import { toCsv } from '../../../src/shared/admin/csv.ts';
import {
  statsReplySchemas,
  statsRequestSchemas,
  type AnalyticsRow,
} from '../../../src/shared/admin/stats.ts';
import { readResult } from '../_shared/service.ts';
import { defineActions, type ActionContext } from './action.ts';

const maximumExportRows = 10_000;
/** Enough for a page that covers every day of two years. */
const maximumPageRows = 800;

const readAnalytics = (
  name: 'get_analytics' | 'export_analytics',
  { call }: ActionContext,
  { from, to, group }: z.infer<typeof statsRequestSchemas.analytics>,
  maxRows: number,
) => call(name, { first_day: from, last_day: to, by_what: group, max_rows: maxRows });

const header = ['label', 'requests', 'failures', 'tokens in', 'tokens out', 'cost USD', 'replies estimated'];
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

export const statsActions = defineActions(statsRequestSchemas, statsReplySchemas, {
  dashboard: (_, { call }) => call('get_dashboard', {}),
  status: async (_, { call, context }) => {
    const status = z.looseObject({}).parse(await call('read_status', {}));
    return { ...status, host: (await context.hostHealth?.()) ?? null };
  },
  analytics: (range, context) => readAnalytics('get_analytics', context, range, maximumPageRows),
  export: async (range, context) => {
    const result = await readAnalytics('export_analytics', context, range, maximumExportRows + 1);
    const { rows } = readResult(result, statsReplySchemas.analytics);
    const exported = rows.slice(0, maximumExportRows);
    return {
      file_name: `usage-by-${range.group}-${range.from}-${range.to}.csv`,
      csv: toCsv([range.group, ...header], exported.map(rowOf)),
      rows: exported.length,
      is_cut: rows.length > maximumExportRows,
    };
  },
});
