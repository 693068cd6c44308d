import { z } from 'zod';
import {
  activityReplySchemas,
  activityRequestSchemas,
  type ActivityAction,
} from '../../../src/shared/admin/activity.ts';
import { toCsv } from '../../../src/shared/admin/csv.ts';
import {
  logEntrySchema,
  logReplySchemas,
  logRequestSchemas,
  type LogAction,
  type LogEntry,
} from '../../../src/shared/admin/logs.ts';
import { act, defineAct, type Act } from './act.ts';

/** Rows of an export. */
const longestExport = 50_000;

const head = [
  'time',
  'act',
  'user',
  'user e-mail',
  'administrator',
  'administrator e-mail',
  'details',
  'address',
  'program',
];
const rowOf = (entry: LogEntry) => [
  entry.created_at,
  entry.action_type,
  entry.user_id,
  entry.user_email,
  entry.admin_id,
  entry.admin_email,
  JSON.stringify(entry.action_details),
  entry.ip_address,
  entry.user_agent,
];

const listAct = defineAct(logRequestSchemas.list, (context, { page, page_size, ...filter }) =>
  act(context, 'list_log', { filter, page, page_size }, logReplySchemas.list),
);

const exportedSchema = z.object({ entries: z.array(logEntrySchema) });

const exportAct = defineAct(logRequestSchemas.export, async (context, filter) => {
  const { entries } = await act(context, 'export_log', { filter, max_rows: longestExport }, exportedSchema);
  const rows = entries.slice(0, longestExport);
  return {
    file_name: `audit-log-${new Date().toISOString().slice(0, 10)}.csv`,
    csv: toCsv(head, rows.map(rowOf)),
    rows: rows.length,
    is_cut: entries.length > longestExport,
  } satisfies z.infer<typeof logReplySchemas.export>;
});

const acts: Readonly<Record<LogAction, Act>> = { list: listAct, export: exportAct };

/** `admin/logs/<action>`. */
export const logActs: ReadonlyMap<string, Act> = new Map(Object.entries(acts));

const recentAct = defineAct(activityRequestSchemas.recent, (context) =>
  act(context, 'recent_activity', {}, activityReplySchemas.recent),
);

const activities: Readonly<Record<ActivityAction, Act>> = { recent: recentAct };

/** `admin/activity/<action>`. */
export const activityActs: ReadonlyMap<string, Act> = new Map(Object.entries(activities));
