import { z } from 'zod';
import { billings } from '../../../../shared/domain/plans.ts';
import { getSupabase } from '../../../lib/supabase.ts';

const rows = z.array(
  z.object({
    billing: z.enum(billings).nullable(),
    source: z.enum(['simulated', 'admin']),
    started_at: z.string(),
    /** Null if the plan renews. */
    ends_at: z.string().nullable(),
  }),
);

/** Resolves with null if the user doesn't have Professional. */
export async function readSubscription(userId: string) {
  const client = await getSupabase();
  const { data } = await client
    .from('subscriptions')
    .select('billing, source, started_at, ends_at')
    // Administrators can read every row, so select the user's own.
    .eq('user_id', userId)
    .eq('plan', 'professional')
    .limit(1)
    .throwOnError();
  return rows.parse(data)[0] ?? null;
}
