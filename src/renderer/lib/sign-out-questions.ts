import { paths } from './paths.ts';
import { type Question, signOutQuestion } from './confirmation.ts';
import type { SessionUser } from './session-user.ts';
import { signOutTexts as texts } from './sign-out-texts.ts';
import { getSupabase } from './supabase.ts';
import { hasStoredDrafts } from './unsent.ts';

/**
 * Returns the questions that the user must answer before signing out. Part of the auth client's chunk, like signing out
 * itself.
 */
export async function signOutQuestions(user: SessionUser | null): Promise<readonly Question[]> {
  const chats = user?.isAnonymous ? await guestQuestion() : null;
  const drafts = user && hasStoredDrafts(user.id) ? texts.drafts : null;
  return [signOutQuestion(), chats ?? drafts].filter((question) => question !== null);
}

/**
 * Warns guests, who have no password to open their chats after signing out. Null if the guest has no chats. Asks anyway
 * if the service is unreachable.
 */
async function guestQuestion(): Promise<Question | null> {
  const client = await getSupabase();
  const { data } = await client.from('chat_history').select('id').limit(1);
  if (data?.length === 0) return null;
  const { alternative, ...question } = texts.guest;
  return { ...question, alternative: { label: alternative, path: `${paths.account}#profile` } };
}
