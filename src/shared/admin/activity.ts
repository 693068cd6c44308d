import { z } from 'zod';

/** What happens now: `POST /functions/v1/admin/activity/<action>`. */
export const activityActions = ['recent'] as const;
export type ActivityAction = (typeof activityActions)[number];

export const activityEntrySchema = z.object({
  /** Unique among the entries. */
  id: z.string(),
  /** `account`: somebody came. `act`: an entry of the audit log. */
  kind: z.enum(['account', 'act']),
  at: z.string(),
  user_id: z.string().nullable(),
  user_email: z.string().nullable(),
  admin_id: z.string().nullable(),
  admin_email: z.string().nullable(),
  /** `account.create`, `account.guest` or the act of the log. */
  action_type: z.string(),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

export const activityRequestSchemas = {
  /** Newest first, at most 100. */
  recent: z.object({}),
} as const satisfies Readonly<Record<ActivityAction, z.ZodType>>;

export const activityReplySchemas = {
  recent: z.object({
    entries: z.array(activityEntrySchema),
    /** Of the last 15 minutes. */
    active_users: z.number(),
  }),
} as const satisfies Readonly<Record<ActivityAction, z.ZodType>>;
