import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';
import { newChatDraft } from '../drafts.ts';
import { toStoreError } from './store-error.ts';

const rows = z.array(z.object({ chat_id: z.string().nullable(), text: z.string() }));

export async function listSharedDrafts(): Promise<ReadonlyMap<string, string>> {
  const client = await getSupabase();
  const { data, error } = await client.from('shared_drafts').select('chat_id, text');
  if (error) throw toStoreError(error);
  return new Map(rows.parse(data).map(({ chat_id, text }) => [chat_id ?? newChatDraft, text]));
}

/** Stores a draft. An empty text deletes it. */
export async function saveSharedDraft(key: string, text: string): Promise<void> {
  const drafts = (await getSupabase()).from('shared_drafts');
  const chat = key === newChatDraft ? null : key;
  const { error } =
    text === ''
      ? await (chat === null ? drafts.delete().is('chat_id', null) : drafts.delete().eq('chat_id', chat))
      : await drafts.upsert({ chat_id: chat, text }, { onConflict: 'user_id,chat_id' });
  if (error) throw toStoreError(error);
}
