import type { SupabaseClient } from '@supabase/supabase-js';

/** Turns memory on, and stores a chat with a question and a reply, which may propose facts. */
export async function storeProposal(
  admin: SupabaseClient,
  userId: string,
  title: string,
  [question, reply]: readonly [string, string],
): Promise<{ readonly id: string; readonly questionId: string }> {
  const [id, questionId] = [crypto.randomUUID(), crypto.randomUUID()];
  await admin
    .from('account_instructions')
    .upsert({ user_id: userId, uses_memory: true }, { onConflict: 'user_id' })
    .throwOnError();
  await admin.from('chat_history').insert({ id, user_id: userId, title }).throwOnError();
  const row = { chat_id: id, user_id: userId, origin: 'import', parent_id: questionId };
  await admin
    .from('chat_messages')
    .insert([
      { ...row, id: questionId, role: 'user', content: question, usage: null },
      {
        ...row,
        id: crypto.randomUUID(),
        role: 'assistant',
        content: reply,
        usage: { instructions: ['memory'] },
      },
    ])
    .throwOnError();
  return { id, questionId };
}
