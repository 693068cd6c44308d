import { z } from 'zod';
import { daySchema, exportSchema } from './paging.ts';

/** Figures of a period. */
const figuresSchema = z.object({
  new_users: z.number(),
  active_users: z.number(),
  /** Replies, complete or partial. */
  requests: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  /** US dollars, for models with known prices. */
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
  /** Milliseconds within which 50 % and 95 % of the replies were complete; null without replies. */
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
});

export const analyticsGroups = ['day', 'model', 'vendor', 'user'] as const;
export type AnalyticsGroup = (typeof analyticsGroups)[number];

/** One day, model, vendor or user. */
const analyticsRowSchema = z.object({
  /** `2026-11-21`, the model's or the vendor's name, or the user's id. */
  key: z.string(),
  /** For display: the user's address, the vendor's name. */
  label: z.string(),
  requests: z.number(),
  /** 0 for users: a failure belongs to a vendor. */
  failures: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  cost: z.number(),
  /** Replies without reported usage: their tokens are estimated. */
  estimated_requests: z.number(),
});
export type AnalyticsRow = z.infer<typeof analyticsRowSchema>;

const analyticsRequest = z
  .object({ from: daySchema, to: daySchema, group: z.enum(analyticsGroups) })
  .refine(({ from, to }) => from <= to, 'The range ends before it starts.')
  .refine(
    ({ from, to }) => Date.parse(to) - Date.parse(from) <= 366 * 86_400_000,
    'Choose at most 366 days.',
  );

/** `POST /functions/v1/admin/stats/<action>`. Days are UTC days. */
export const statsRequestSchemas = {
  dashboard: z.object({}),
  /** Includes both days. Days in order, everything else by requests, at most 500 rows. */
  analytics: analyticsRequest,
  export: analyticsRequest,
} as const;

export const statsReplySchemas = {
  dashboard: z.object({
    total_users: z.number(),
    total_chats: z.number(),
    today: figuresSchema,
    /** The same weekday of last week, the full day. */
    last_week: figuresSchema,
    /** The last 14 days without gaps, oldest first, today included. */
    days: z.array(figuresSchema.extend({ day: z.string() })),
    /** The last 7 days, most requests first. */
    vendors: z.array(vendorFiguresSchema),
    /** Its display name, or null. */
    active_vendor: z.string().nullable(),
  }),
  analytics: z.object({ rows: z.array(analyticsRowSchema), totals: analyticsRowSchema }),
  export: exportSchema,
} as const;
