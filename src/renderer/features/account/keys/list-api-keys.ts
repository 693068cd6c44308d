import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';

/** A key of the developer API as its owner sees it later: never the key itself. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** Its first characters. */
  readonly prefix: string;
  readonly createdAt: string;
  /** Null when it was never used. */
  readonly lastUsedAt: string | null;
  /** Null while it works. */
  readonly revokedAt: string | null;
}

/** Live ones are at most 20; of the revoked ones the newest are enough. */
const mostListed = 100;

const rows = z.array(
  z
    .object({
      id: z.string(),
      name: z.string(),
      prefix: z.string(),
      created_at: z.string(),
      last_used_at: z.string().nullable(),
      revoked_at: z.string().nullable(),
    })
    .transform((row): ApiKey => ({
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      revokedAt: row.revoked_at,
    })),
);

/** The person's keys: working ones first, then the newest. */
export async function listApiKeys(userId: string): Promise<readonly ApiKey[]> {
  const client = await getSupabase();
  const { data } = await client
    .from('llm_api_keys')
    .select('id, name, prefix, created_at, last_used_at, revoked_at')
    // Administrators may read everybody's: this page is about one's own.
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(mostListed)
    .throwOnError();
  return rows.parse(data).toSorted((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null));
}
