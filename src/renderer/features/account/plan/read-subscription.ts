import { z } from 'zod';
import { billings } from '../../../../shared/domain/plans.ts';
import { getSupabase } from '../../../lib/supabase.ts';

const rows = z.array(
  z
    .object({
      billing: z.enum(billings).nullable(),
      source: z.enum(['simulated', 'admin']),
      started_at: z.string(),
      ends_at: z.string().nullable(),
    })
    .transform(({ billing, source, started_at, ends_at }) => ({
      billing,
      source,
      startedAt: started_at,
      endsAt: ends_at,
    })),
);

/** How a running Professional plan came about, and when it ends (null goes on). */
export type OwnSubscription = z.infer<typeof rows>[number];

export async function readSubscription(userId: string): Promise<OwnSubscription | null> {
  const client = await getSupabase();
  const { data } = await client
    .from('subscriptions')
    .select('billing, source, started_at, ends_at')
    // Administrators may read everybody's: this page is about one's own.
    .eq('user_id', userId)
    .eq('plan', 'professional')
    .limit(1)
    .throwOnError();
  return rows.parse(data)[0] ?? null;
}
