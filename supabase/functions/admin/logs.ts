import { z } from 'zod';
import { activityReplySchemas, activityRequestSchemas } from '../../../src/shared/admin/activity.ts';
import { toCsv } from '../../../src/shared/admin/csv.ts';
import {
  logEntrySchema,
  logReplySchemas,
  logRequestSchemas,
  type LogEntry,
} from '../../../src/shared/admin/logs.ts';
import { readResult } from '../_shared/service.ts';
import { defineActions } from './action.ts';

const maximumExportRows = 50_000;

const header = [
  'time',
  'action',
  'user',
  'user email',
  'administrator',
  'administrator email',
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

const exportSchema = z.object({ entries: z.array(logEntrySchema) });

export const logActions = defineActions(logRequestSchemas, logReplySchemas, {
  list: ({ page, page_size, ...filter }, { call }) => call('list_log', { filter, page, page_size }),
  export: async (filter, { call }) => {
    const result = await call('export_log', { filter, max_rows: maximumExportRows });
    const { entries } = readResult(result, exportSchema);
    const rows = entries.slice(0, maximumExportRows);
    return {
      file_name: `audit-log-${new Date().toISOString().slice(0, 10)}.csv`,
      csv: toCsv(header, rows.map(rowOf)),
      rows: rows.length,
      is_cut: entries.length > maximumExportRows,
    };
  },
});

export const activityActions = defineActions(activityRequestSchemas, activityReplySchemas, {
  recent: (_, { call }) => call('recent_activity', {}),
});
