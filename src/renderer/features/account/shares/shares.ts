import { z } from 'zod';
import { isLockedError } from '../../../../shared/encrypted-history/locked.ts';
import { getSupabase } from '../../../lib/supabase.ts';

const rows = z.array(
  z.object({
    id: z.string(),
    has_password: z.boolean(),
    expires_at: z.string().nullable(),
    openings: z.number(),
    created_at: z.string(),
    chat_id: z.string(),
  }),
);
const titleRows = z.array(z.object({ id: z.string(), title: z.string() }));

export interface SharedLink extends Omit<z.infer<typeof rows>[number], 'chat_id'> {
  /** `hidden`: the plan hides the chat. `locked`: the history is locked, so the title can't be decrypted. */
  readonly chat: { readonly title: string } | 'hidden' | 'locked';
}

/** Newest first. The service has neither the links' keys nor their contents. */
export async function listShares(): Promise<readonly SharedLink[]> {
  const client = await getSupabase();
  const { data } = await client
    .from('shared_chats')
    .select('id, has_password, expires_at, openings, created_at, chat_id')
    .order('created_at', { ascending: false })
    .throwOnError();
  const links = rows.parse(data);
  const chats = await readTitles([...new Set(links.map((link) => link.chat_id))]);
  return links.map(({ chat_id: chatId, ...link }) => ({
    ...link,
    chat: chats === 'locked' ? chats : (chats.find(({ id }) => id === chatId) ?? 'hidden'),
  }));
}

/** Sends a separate request, because embedded titles would not be decrypted. */
async function readTitles(chats: readonly string[]): Promise<z.infer<typeof titleRows> | 'locked'> {
  if (chats.length === 0) return [];
  const client = await getSupabase();
  try {
    const { data } = await client.from('chat_history').select('id, title').in('id', chats).throwOnError();
    return titleRows.parse(data);
  } catch (error) {
    if (isLockedError(error)) return 'locked';
    throw error;
  }
}

/** @param id null revokes all links */
export async function revokeShares(userId: string, id: string | null): Promise<void> {
  const client = await getSupabase();
  const own = client.from('shared_chats').delete().eq('user_id', userId);
  await (id === null ? own : own.eq('id', id)).throwOnError();
}
