import { guestChatsTexts } from './guest-chats-texts.ts';
import type { Question } from './question.ts';
import { paths } from './paths.ts';
import { getSupabase } from './supabase.ts';

/**
 * The question for guests who sign out: they have no password, so they can't open their chats afterwards.
 * Null if they have no chats. If the service can't be reached, they may have some.
 */
export async function guestSignOutQuestion(): Promise<Question | null> {
  const client = await getSupabase();
  const { data } = await client.from('chat_history').select('id').limit(1);
  if (data?.length === 0) return null;
  const { alternative, ...question } = guestChatsTexts;
  return { ...question, alternative: { label: alternative, path: `${paths.account}#profile` } };
}
