import { getSupabase } from '../../../lib/supabase.ts';
import { StoreError } from '../data/store-error.ts';
import { chatTexts } from '../texts.ts';

/**
 * Rejects with StoreError `refused` if another window has ended the session or signed in another user. The text is then
 * restored to the input [CHAT-094].
 */
export async function requireUser(userId: string): Promise<void> {
  const client = await getSupabase();
  const { data, error } = await client.auth.getSession();
  // A session that can't be refreshed at the moment still belongs to the user.
  if (!error && data.session?.user.id !== userId) throw new StoreError('refused', chatTexts.noUser);
}
