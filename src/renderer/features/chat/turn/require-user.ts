import { getSupabase } from '../../../lib/supabase.ts';
import { StoreError } from '../data/store-error.ts';
import { chatTexts } from '../texts.ts';

/**
 * Makes sure that what is stored next is stored as this user: another window may have wiped the session, or signed in
 * someone else, before this one has heard of it. Rejects with StoreError `refused`, so that the text goes back to the
 * input [CHAT-094].
 */
export async function requireUser(userId: string): Promise<void> {
  const client = await getSupabase();
  const { data, error } = await client.auth.getSession();
  // A session that cannot be renewed just now is theirs all the same.
  if (!error && data.session?.user.id !== userId) throw new StoreError('refused', chatTexts.noUser);
}
