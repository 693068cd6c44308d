import { getSupabase } from '../../../lib/supabase.ts';
import { StoreError } from '../data/store-error.ts';
import { chatTexts } from '../texts.ts';

/**
 * Another window may have ended the session or signed in another user. Rejects with StoreError `refused`
 * then, so that the text returns to the input [CHAT-094].
 */
export async function requireUser(userId: string): Promise<void> {
  const client = await getSupabase();
  const { data, error } = await client.auth.getSession();
  // A session that can't be refreshed right now still belongs to the user.
  if (!error && data.session?.user.id !== userId) throw new StoreError('refused', chatTexts.noUser);
}
