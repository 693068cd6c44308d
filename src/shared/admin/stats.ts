import { z } from 'zod';
import { daySchema, exportSchema } from './paging.ts';
import { lastFailureSchema } from './vendors.ts';

const figuresSchema = z.object({
  new_users: z.number(),
  active_users: z.number(),
  /** Replies, complete or partial. */
  requests: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  /** The cost in US dollars of models with known prices. */
  cost: z.number(),
  /** Requests without a reply. */
  failures: z.number(),
});
export type Figures = z.infer<typeof figuresSchema>;

const vendorFiguresSchema = z.object({
  vendor: z.string(),
  display_name: z.string(),
  requests: z.number(),
  failures: z.number(),
  /** The median and the 95th percentile of the reply time in milliseconds; null without replies. */
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
});

const statusSchema = z.object({
  /** Null if only users with their own key receive replies. */
  active_vendor: z
    .object({
      display_name: z.string(),
      is_demo: z.boolean(),
      lacks_key: z.boolean(),
      last_failure: lastFailureSchema,
    })
    .nullable(),
  /** Vendors whose failures today number at least three and at least a fifth of their requests. */
  failing_vendors: z.array(
    z.object({ display_name: z.string(), requests: z.number(), failures: z.number() }),
  ),
  /** Null if this service sends no emails. */
  mail: z.object({ is_failing: z.boolean(), waiting: z.number() }).nullable(),
  /** Merges that the source's owner has agreed to. */
  agreed_merges: z.number(),
  open_bulk_operations: z.number(),
  /** Accounts that have used up today's messages. */
  used_up_accounts: z.number(),
  /** Replies of the last day that ended early, for example because the service was killed. */
  interrupted_replies: z.number(),
  /** The embedded service's database; null on the hosted service. */
  host: z
    .object({
      is_damaged: z.boolean(),
      /** Null on PostgreSQL, which has its own backups. */
      backup: z.object({ last_at: z.string().nullable(), has_failed: z.boolean() }).nullable(),
      /** Starts in the last day that followed an unclean shutdown. */
      unclean_starts: z.number(),
    })
    .nullable(),
});
export type ServiceStatus = z.infer<typeof statusSchema>;

export const analyticsGroups = ['day', 'model', 'vendor', 'user'] as const;
export type AnalyticsGroup = (typeof analyticsGroups)[number];

/** The figures for one day, model, vendor or user. */
const analyticsRowSchema = z.object({
  /** `2026-11-21`, the model's or the vendor's name, or the user's id. */
  key: z.string(),
  /** For display: a user's email, a vendor's display name, otherwise the same as `key`. */
  label: z.string(),
  requests: z.number(),
  /** 0 for users, because a failure belongs to a vendor. */
  failures: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  cost: z.number(),
  /** Replies without reported usage: their tokens are estimated. */
  estimated_requests: z.number(),
});
export type AnalyticsRow = z.infer<typeof analyticsRowSchema>;

/** Two years, including a leap day. */
export const maxRangeDays = 731;

const analyticsRequest = z
  .object({ from: daySchema, to: daySchema, group: z.enum(analyticsGroups) })
  .refine(({ from, to }) => from <= to, 'The range ends before it starts.')
  .refine(
    ({ from, to }) => Date.parse(to) - Date.parse(from) <= maxRangeDays * 86_400_000,
    "The range can't be longer than two years.",
  );

/** `POST /functions/v1/admin/stats/<action>`. Days are UTC days. */
export const statsRequestSchemas = {
  dashboard: z.object({}),
  status: z.object({}),
  /** Includes both end days. Days are in order, other groups are sorted by requests. At most 800 rows. */
  analytics: analyticsRequest,
  export: analyticsRequest,
} as const;

export const statsReplySchemas = {
  dashboard: z.object({
    total_users: z.number(),
    total_guests: z.number(),
    total_chats: z.number(),
    today: figuresSchema,
    /** The same weekday of last week, all 24 hours. */
    last_week: figuresSchema,
    /** The last 14 days without gaps, oldest first, today included. */
    days: z.array(figuresSchema.extend({ day: z.string() })),
    /** The last 7 days, most requests first. */
    vendors: z.array(vendorFiguresSchema),
    /** The active vendor's display name, or null. */
    active_vendor: z.string().nullable(),
  }),
  status: statusSchema,
  analytics: z.object({ rows: z.array(analyticsRowSchema), totals: analyticsRowSchema }),
  export: exportSchema,
} as const;
