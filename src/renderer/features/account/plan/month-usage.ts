import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';

const limit = z.number().nullable();
const schema = z.object({
  tokens_used: z.number(),
  tokens_allowed: limit,
  /** US dollars. */
  cost_used: z.number(),
  cost_allowed: limit,
  /** With own keys, and models on the user's own servers. */
  own_tokens: z.number(),
  own_cost: z.number(),
});
export type MonthUsage = z.infer<typeof schema>;

/**
 * The tokens and prices of this month's replies (UTC), with the service's keys and with own keys, and the account's
 * limits.
 */
export async function readMonthUsage(): Promise<MonthUsage> {
  const client = await getSupabase();
  const { data } = await client.rpc('get_usage_budget').throwOnError();
  return schema.parse(data);
}
