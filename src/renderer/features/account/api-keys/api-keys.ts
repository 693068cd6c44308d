import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';

/** Users have at most 20 working keys, so the list also has space for recently revoked ones. */
const maxListed = 100;

/** The service never returns the key itself. */
const rows = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
  }),
);
export type ApiKey = z.infer<typeof rows>[number];

/** Working keys come first, then the newest ones. */
export async function listApiKeys(userId: string): Promise<readonly ApiKey[]> {
  const client = await getSupabase();
  const { data } = await client
    .from('llm_api_keys')
    .select('id, name, prefix, created_at, last_used_at, revoked_at')
    // Administrators can read every row, so select the user's own.
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(maxListed)
    .throwOnError();
  return rows.parse(data).toSorted((a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null));
}
