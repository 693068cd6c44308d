import { z } from 'zod';
import { billings } from '../../../../shared/domain/plans.ts';
import { getSupabase } from '../../../lib/supabase.ts';

const rows = z.array(
  z.object({
    billing: z.enum(billings).nullable(),
    source: z.enum(['simulated', 'admin']),
    started_at: z.string(),
    /** Null while the plan renews. */
    ends_at: z.string().nullable(),
  }),
);

/** The user's Professional plan, or null. */
export async function readSubscription(userId: string) {
  const client = await getSupabase();
  const { data } = await client
    .from('subscriptions')
    .select('billing, source, started_at, ends_at')
    // Needed because administrators can read every row.
    .eq('user_id', userId)
    .eq('plan', 'professional')
    .limit(1)
    .throwOnError();
  return rows.parse(data)[0] ?? null;
}
