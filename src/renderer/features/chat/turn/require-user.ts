import { getSupabase } from '../../../lib/supabase.ts';
import { StoreError } from '../data/store-error.ts';
import { chatTexts } from '../texts.ts';

/**
 * Checks that the session still belongs to this user, because another window may have ended it or signed in someone
 * else. Rejects with StoreError `refused`, so that the text returns to the input [CHAT-094].
 */
export async function requireUser(userId: string): Promise<void> {
  const client = await getSupabase();
  const { data, error } = await client.auth.getSession();
  // A session that can't be refreshed right now still belongs to the user.
  if (!error && data.session?.user.id !== userId) throw new StoreError('refused', chatTexts.noUser);
}
