import type { SupabaseClient } from '@supabase/supabase-js';
import { encryptEnvelope } from '../../src/shared/sharing/envelope.ts';
import { createShareLink, shareUrl } from '../../src/shared/sharing/share-link.ts';
import type { Snapshot } from '../../src/shared/sharing/snapshot.ts';
import { storeChat } from './stored-chat.ts';

interface ShareOptions {
  readonly title: string;
  /** They alternate, starting with the user's. */
  readonly texts: readonly string[];
  readonly password?: string;
  readonly openings?: number;
}

/** Stores a chat with a link that anyone can open. Resolves to the link's path, with its key. */
export async function storeShare(
  admin: SupabaseClient,
  userId: string,
  { title, texts, password, openings = 0 }: ShareOptions,
): Promise<string> {
  await admin
    .from('system_settings')
    .update({ setting_value: 'everyone' })
    .eq('setting_key', 'sharing')
    .throwOnError();
  const { id: chatId } = await storeChat(admin, userId, title, texts);
  const link = createShareLink();
  const snapshot: Snapshot = {
    version: 1,
    title,
    sharedAt: new Date().toISOString(),
    messages: texts.map((text, index) =>
      index % 2 === 0 ? { role: 'user', text } : { role: 'assistant', text, modelName: 'Llama 3.1 8B' },
    ),
  };
  const envelope = await encryptEnvelope(JSON.stringify(snapshot), link, password ?? null);
  const expires = new Date(Date.now() + 7 * 86_400_000).toISOString();
  await admin
    .from('shared_chats')
    .insert({
      id: link.id,
      user_id: userId,
      chat_id: chatId,
      envelope,
      days: 7,
      expires_at: expires,
      openings,
    })
    .throwOnError();
  return shareUrl('', link);
}
