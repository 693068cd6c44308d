import { z } from 'zod';
import { exportSchema, momentSchema, pageFields, totalFields } from './paging.ts';

/** The audit log: `POST /functions/v1/admin/logs/<action>`. */
export const logActions = ['list', 'export'] as const;
export type LogAction = (typeof logActions)[number];

export const logEntrySchema = z.object({
  id: z.string(),
  /** Whom it is about; the account may be gone. */
  user_id: z.string().nullable(),
  user_email: z.string().nullable(),
  /** Who did it; null where the user did it himself. */
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
  /** The act, or its beginning: `user.`, `vendor.set-key`. */
  action: z.string().trim().max(100).optional(),
  user: z.uuid().optional(),
  admin: z.uuid().optional(),
  from: momentSchema.optional(),
  to: momentSchema.optional(),
} as const;

export const logRequestSchemas = {
  /** Newest first, 50 a page. */
  list: z.object({ ...filterFields, ...pageFields }),
  /** Newest first, at most 50,000 rows. The export itself is logged. */
  export: z.object(filterFields),
} as const satisfies Readonly<Record<LogAction, z.ZodType>>;

export const logReplySchemas = {
  list: z.object({
    entries: z.array(logEntrySchema),
    ...totalFields,
    /** Every act that the log holds, for the filter. */
    actions: z.array(z.string()),
  }),
  export: exportSchema,
} as const satisfies Readonly<Record<LogAction, z.ZodType>>;
