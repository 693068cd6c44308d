import { z } from 'zod';
import { exportSchema, momentSchema, pageFields, totalFields } from './paging.ts';

export const logEntrySchema = z.object({
  id: z.string(),
  /** The affected account, which may be deleted. */
  user_id: z.string().nullable(),
  user_email: z.string().nullable(),
  /** The administrator; null if the user acted themselves. */
  admin_id: z.string().nullable(),
  admin_email: z.string().nullable(),
  /** E.g. `user.grant-role`. */
  action_type: z.string(),
  action_details: z.record(z.string(), z.unknown()),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: z.string(),
});
export type LogEntry = z.infer<typeof logEntrySchema>;

const filterFields = {
  /** An action or its prefix: `user.`, `vendor.set-key`. */
  action: z.string().trim().max(100).optional(),
  user: z.uuid().optional(),
  admin: z.uuid().optional(),
  from: momentSchema.optional(),
  to: momentSchema.optional(),
} as const;

/** `POST /functions/v1/admin/logs/<action>`. */
export const logRequestSchemas = {
  /** Newest first, 50 per page. */
  list: z.object({ ...filterFields, ...pageFields }),
  /** Newest first, at most 50,000 rows. The export itself is logged. */
  export: z.object(filterFields),
} as const;

export const logReplySchemas = {
  list: z.object({
    entries: z.array(logEntrySchema),
    ...totalFields,
    /** Every action in the log, for the filter. */
    actions: z.array(z.string()),
  }),
  export: exportSchema,
} as const;
