import { z } from 'zod';
import { exportSchema, pageFields, searchTextSchema, timeSchema, totalFields } from './paging.ts';

export const logEntrySchema = z.object({
  id: z.string(),
  /** The affected account. It may no longer exist. */
  user_id: z.string().nullable(),
  user_email: z.string().nullable(),
  /** The administrator; null if the user acted themselves. */
  admin_id: z.string().nullable(),
  admin_email: z.string().nullable(),
  /** E.g. `user.grant-role`. */
  action_type: z.string(),
  action_details: z.record(z.string(), z.unknown()),
  /** The name of the provider, model, prompt or persona that the action changed. Null for other actions. */
  subject: z.string().nullable(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: z.string(),
});
export type LogEntry = z.infer<typeof logEntrySchema>;

const filterFields = {
  /** An action (`vendor.set-key`) or its prefix (`user.`). */
  action: z.string().trim().max(100).optional(),
  /** The id of an account, or the start of its email. Matches entries about this account and by it. */
  account: searchTextSchema,
  user: z.uuid().optional(),
  admin: z.uuid().optional(),
  from: timeSchema.optional(),
  to: timeSchema.optional(),
} as const;

/** `POST /functions/v1/admin/logs/<action>`. */
export const logRequestSchemas = {
  /** Lists entries, newest first, 50 per page. */
  list: z.object({ ...filterFields, ...pageFields }),
  /** Exports at most 50,000 entries, newest first. The export itself is logged. */
  export: z.object(filterFields),
} as const;

export const logReplySchemas = {
  list: z.object({
    entries: z.array(logEntrySchema),
    ...totalFields,
    /** All actions in the log, for the filter menu. */
    actions: z.array(z.string()),
  }),
  export: exportSchema,
} as const;
