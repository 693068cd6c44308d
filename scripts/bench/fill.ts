import type { SupabaseClient } from '@supabase/supabase-js';

/** Small enough for a statement's time limit on a busy machine. */
const BATCH = 250;

interface Filling {
  readonly userId: string;
  readonly name: string;
  readonly chats: number;
  readonly messages: number;
}

/** Stores chats with messages, like an import. Returns the chats' ids. Needs the secret key. */
export async function storeChats(admin: SupabaseClient, filling: Filling): Promise<readonly string[]> {
  const { userId, name, chats, messages } = filling;
  const ids = Array.from({ length: chats }, () => crypto.randomUUID());
  const rows = ids.map((id, index) => ({ id, user_id: userId, title: `${name} ${index}` }));
  for (let at = 0; at < rows.length; at += BATCH)
    await admin
      .from('chat_history')
      .insert(rows.slice(at, at + BATCH))
      .throwOnError();
  const lines = ids.flatMap((chatId) => messagesOf(chatId, filling, messages));
  for (let at = 0; at < lines.length; at += BATCH)
    await admin
      .from('chat_messages')
      .insert(lines.slice(at, at + BATCH))
      .throwOnError();
  return ids;
}

function messagesOf(chatId: string, { userId, name }: Filling, count: number) {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  return ids.map((id, index) => ({
    id,
    chat_id: chatId,
    user_id: userId,
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${name}, message ${index}: some *ordinary* words with **markdown**, as a conversation has them.`,
    // The first message is its own parent.
    parent_id: index === 0 ? id : ids[index - 1],
    origin: 'import',
  }));
}
