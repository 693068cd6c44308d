import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';

const limit = z.number().nullable();
const schema = z.object({
  tokens_used: z.number(),
  tokens_allowed: limit,
  cost_used: z.number(),
  cost_allowed: limit,
  /** Tokens of replies with the user's own keys, or from models on the user's own servers. */
  own_tokens: z.number(),
  own_cost: z.number(),
});
export type MonthUsage = z.infer<typeof schema>;

/** Reads the usage of the current UTC month. */
export async function readMonthUsage(): Promise<MonthUsage> {
  const client = await getSupabase();
  const { data } = await client.rpc('get_usage_budget').throwOnError();
  return schema.parse(data);
}
