import { z } from 'zod';
import { billings } from '../domain/plans.ts';

/** `POST billing/subscribe`. The card data of the simulated payment never leaves the page. */
export const subscribeRequestSchema = z.object({ billing: z.enum(billings) });

/** The plan after `billing/subscribe` or `billing/cancel`. */
export const subscriptionSchema = z.object({
  plan: z.enum(['starter', 'professional']),
  /** Null for a plan that an administrator set. */
  billing: z.enum(billings).nullable(),
  started_at: z.string(),
  /** Null if the plan has no end date. */
  ends_at: z.string().nullable(),
});
