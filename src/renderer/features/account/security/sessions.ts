import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';

const rows = z.array(
  z
    .object({
      id: z.string(),
      created_at: z.string(),
      last_active_at: z.string(),
      user_agent: z.string().nullable(),
      address: z.string().nullable(),
      is_current: z.boolean(),
    })
    .transform((row) => ({
      id: row.id,
      createdAt: row.created_at,
      lastActiveAt: row.last_active_at,
      userAgent: row.user_agent,
      address: row.address,
      isCurrent: row.is_current,
    })),
);
export type OwnSession = z.infer<typeof rows>[number];

/** Where the person is signed in: this session first, then the one used last. */
export async function listSessions(): Promise<readonly OwnSession[]> {
  const client = await getSupabase();
  const { data } = await client.rpc('list_sessions').throwOnError();
  return rows.parse(data);
}

/** Signs one session out. One that is gone already is no failure. */
export async function endSession(id: string): Promise<void> {
  const client = await getSupabase();
  await client.rpc('end_session', { session_id: id }).throwOnError();
}

/** Signs every session but this one out. */
export async function endOtherSessions(): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.signOut({ scope: 'others' });
  if (error) throw error;
}
