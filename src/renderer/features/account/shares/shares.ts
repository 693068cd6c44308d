import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';

const rows = z.array(
  z.object({
    id: z.string(),
    has_password: z.boolean(),
    expires_at: z.string().nullable(),
    openings: z.number(),
    created_at: z.string(),
    /** Null for a chat that the plan hides. */
    chat_history: z.object({ title: z.string() }).nullable(),
  }),
);
export type SharedLink = z.infer<typeof rows>[number];

/** The newest first. The service has neither their keys nor their contents. */
export async function listShares(): Promise<readonly SharedLink[]> {
  const client = await getSupabase();
  const { data } = await client
    .from('shared_chats')
    .select('id, has_password, expires_at, openings, created_at, chat_history(title)')
    .order('created_at', { ascending: false })
    .throwOnError();
  return rows.parse(data);
}

/** Revokes one link, or all of them. */
export async function revokeShares(userId: string, id: string | null): Promise<void> {
  const client = await getSupabase();
  const own = client.from('shared_chats').delete().eq('user_id', userId);
  await (id === null ? own : own.eq('id', id)).throwOnError();
}
