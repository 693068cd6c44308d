import type { SupabaseClient } from '@supabase/supabase-js';
import type { Page } from 'playwright/test';

interface StoredChat {
  readonly id: string;
  readonly messageIds: readonly string[];
}

/** Stores a chat like an import. The texts alternate, starting with the user's. */
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
    // The first message is its own parent.
    parent_id: messageIds[Math.max(0, index - 1)],
    origin: 'import',
  }));
  await admin.from('chat_messages').insert(rows).throwOnError();
  return { id, messageIds };
}

export const userIdOf = (page: Page): Promise<string> =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('clover-session') ?? '') as { user: { id: string } }).user.id,
  );
