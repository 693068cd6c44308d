import { z } from 'zod';
import { daySchema, exportSchema } from './paging.ts';

/** `POST /functions/v1/admin/stats/<action>`. Days are UTC days. */
export const statsActions = ['dashboard', 'analytics', 'export'] as const;
export type StatsAction = (typeof statsActions)[number];

/** Figures of a time. */
const figuresSchema = z.object({
  new_users: z.number(),
  active_users: z.number(),
  /** Replies, whole or in part. */
  requests: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  /** US dollars, as far as prices are known. */
  cost: z.number(),
  /** Requests that nobody answered. */
  failures: z.number(),
});
export type Figures = z.infer<typeof figuresSchema>;

const vendorFiguresSchema = z.object({
  vendor: z.string(),
  display_name: z.string(),
  requests: z.number(),
  failures: z.number(),
  /** Milliseconds within which half of the replies, and 95 of a hundred, were whole; null without replies. */
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
});

export const analyticsGroups = ['day', 'model', 'vendor', 'user'] as const;
export type AnalyticsGroup = (typeof analyticsGroups)[number];

/** One day, model, vendor or user. */
const analyticsRowSchema = z.object({
  /** `2026-11-21`, the model's or the vendor's name, or the user's id. */
  key: z.string(),
  /** What to show: the user's address, the vendor's name. */
  label: z.string(),
  requests: z.number(),
  /** 0 by user and day of a user: a failure belongs to a vendor. */
  failures: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  cost: z.number(),
  /** Replies whose vendor told no usage: their tokens are estimated. */
  estimated_requests: z.number(),
});
export type AnalyticsRow = z.infer<typeof analyticsRowSchema>;

const analyticsRequest = z
  .object({ from: daySchema, to: daySchema, group: z.enum(analyticsGroups) })
  .refine(({ from, to }) => from <= to, 'The range ends before it begins.')
  .refine(
    ({ from, to }) => Date.parse(to) - Date.parse(from) <= 366 * 86_400_000,
    'A range has at most 366 days.',
  );

export const statsRequestSchemas = {
  dashboard: z.object({}),
  /** Both days included. Days in their order, everything else by requests, at most 500 rows. */
  analytics: analyticsRequest,
  export: analyticsRequest,
} as const satisfies Readonly<Record<StatsAction, z.ZodType>>;

export const statsReplySchemas = {
  dashboard: z.object({
    total_users: z.number(),
    total_chats: z.number(),
    today: figuresSchema,
    /** The same weekday a week ago, the whole day. */
    last_week: figuresSchema,
    /** The last 14 days, oldest first, today included; every day is there. */
    days: z.array(figuresSchema.extend({ day: z.string() })),
    /** Of the last 7 days, most requests first. */
    vendors: z.array(vendorFiguresSchema),
    /** What the one that answers is called; null while none does. */
    active_vendor: z.string().nullable(),
  }),
  analytics: z.object({ rows: z.array(analyticsRowSchema), totals: analyticsRowSchema }),
  export: exportSchema,
} as const satisfies Readonly<Record<StatsAction, z.ZodType>>;
