import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';

const rows = z.array(
  z.object({
    id: z.string(),
    created_at: z.string(),
    last_active_at: z.string(),
    user_agent: z.string().nullable(),
    address: z.string().nullable(),
    is_current: z.boolean(),
  }),
);
export type OwnSession = z.infer<typeof rows>[number];

/** The current session comes first, then the most recently used ones. */
export async function listSessions(): Promise<readonly OwnSession[]> {
  const client = await getSupabase();
  const { data } = await client.rpc('list_sessions').throwOnError();
  return rows.parse(data);
}

/** Doesn't fail if the session no longer exists. */
export async function endSession(id: string): Promise<void> {
  const client = await getSupabase();
  await client.rpc('end_session', { session_id: id }).throwOnError();
}

export async function endOtherSessions(): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.signOut({ scope: 'others' });
  if (error) throw error;
}
