import type { SupabaseClient } from '@supabase/supabase-js';
import type { Page } from 'playwright/test';

interface StoredChat {
  readonly id: string;
  /** Of the messages, in their order. */
  readonly messageIds: readonly string[];
}

/** Stores a chat as an import would: its texts in turns, the person's first. */
export async function storeChat(
  admin: SupabaseClient,
  userId: string,
  title: string,
  texts: readonly string[],
): Promise<StoredChat> {
  const id = crypto.randomUUID();
  const messageIds = texts.map(() => crypto.randomUUID());
  await admin.from('chat_history').insert({ id, user_id: userId, title }).throwOnError();
  const rows = texts.map((content, index) => ({
    id: messageIds[index],
    chat_id: id,
    user_id: userId,
    role: index % 2 === 0 ? 'user' : 'assistant',
    content,
    // Its own id: the first of its chat.
    parent_id: messageIds[Math.max(0, index - 1)],
    origin: 'import',
  }));
  await admin.from('chat_messages').insert(rows).throwOnError();
  return { id, messageIds };
}

/** Who is signed in on this page. */
export const userIdOf = (page: Page): Promise<string> =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('clover-session') ?? '') as { user: { id: string } }).user.id,
  );
