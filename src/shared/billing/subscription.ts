import { z } from 'zod';
import { billings } from '../domain/plans.ts';

/** What `billing/subscribe` is told. The caller's own account; the card data of the simulated payment never travel. */
export const subscribeRequestSchema = z.object({ billing: z.enum(billings) });

/** A plan as it stands after `billing/subscribe` or `billing/cancel`. */
export const subscriptionSchema = z.object({
  plan: z.enum(['starter', 'professional']),
  /** Null for a plan that an administrator gave. */
  billing: z.enum(billings).nullable(),
  started_at: z.string(),
  /** The plan ends here; null goes on. */
  ends_at: z.string().nullable(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;
