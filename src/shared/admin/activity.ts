import { z } from 'zod';

const activityEntrySchema = z.object({
  id: z.string(),
  /** `account`: a new account or guest. `act`: an entry in the audit log. */
  kind: z.enum(['account', 'act']),
  at: z.string(),
  user_id: z.string().nullable(),
  user_email: z.string().nullable(),
  admin_id: z.string().nullable(),
  admin_email: z.string().nullable(),
  /** `account.create`, `account.guest` or the logged action. */
  action_type: z.string(),
  /** The same as in `LogEntry`. */
  subject: z.string().nullable(),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

/** `POST /functions/v1/admin/activity/<action>`. */
export const activityRequestSchemas = {
  /** Lists at most 100 events, newest first. */
  recent: z.object({}),
} as const;

export const activityReplySchemas = {
  recent: z.object({
    entries: z.array(activityEntrySchema),
    /** Users who were active in the last 15 minutes. */
    active_users: z.number(),
  }),
} as const;
