import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';

const limit = z.number().nullable();
const schema = z.object({
  tokens_used: z.number(),
  tokens_allowed: limit,
  cost_used: z.number(),
  cost_allowed: limit,
  /** With the user's own keys, or models on the user's own servers. */
  own_tokens: z.number(),
  own_cost: z.number(),
});
export type MonthUsage = z.infer<typeof schema>;

/** Months are in UTC. */
export async function readMonthUsage(): Promise<MonthUsage> {
  const client = await getSupabase();
  const { data } = await client.rpc('get_usage_budget').throwOnError();
  return schema.parse(data);
}
