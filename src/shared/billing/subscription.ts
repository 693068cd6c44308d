import { z } from 'zod';
import { billings } from '../domain/plans.ts';

/** `POST billing/subscribe`. Card data of the simulated payment is never sent. */
export const subscribeRequestSchema = z.object({ billing: z.enum(billings) });

/** The plan after `billing/subscribe` or `billing/cancel`. */
export const subscriptionSchema = z.object({
  plan: z.enum(['starter', 'professional']),
  /** Null for a plan that an administrator set. */
  billing: z.enum(billings).nullable(),
  started_at: z.string(),
  /** Null for no end. */
  ends_at: z.string().nullable(),
});
