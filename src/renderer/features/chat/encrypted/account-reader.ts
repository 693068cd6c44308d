import { z } from 'zod';
import { noProject } from '../../../../shared/brand.ts';
import type { ChatDocument } from '../../../../shared/search/documents.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import type { AccountReader, OrderedMessage } from '../device-search/account-source.ts';

const messageRow = z
  .object({
    id: z.string(),
    chat_id: z.string(),
    role: z.string(),
    content: z.string(),
    model_id: z.string().nullable(),
    created_at: z.string(),
    seq: z.number(),
    message_attachments: z.array(z.object({ name: z.string() })).default([]),
  })
  .transform((row): OrderedMessage => ({
    id: row.id,
    chatId: row.chat_id,
    role: row.role,
    content: row.content,
    // Their texts may be a megabyte each.
    files: row.message_attachments.map(({ name }) => ({ name, text: null })),
    modelId: row.model_id,
    writtenAt: row.created_at,
    seq: row.seq,
  }));

const chatRow = z
  .object({
    id: z.string(),
    title: z.string(),
    updated_at: z.string(),
    pinned_at: z.string().nullable(),
    archived_at: z.string().nullable(),
    project_id: z.string(),
  })
  .transform((row): ChatDocument => ({
    kind: 'chat',
    id: row.id,
    title: row.title,
    updatedAt: row.updated_at,
    isPinned: row.pinned_at !== null,
    isArchived: row.archived_at !== null,
    projectId: row.project_id === noProject ? null : row.project_id,
  }));

/** Reads all chats and messages of an account for the search on this device. The client decrypts them. */
export const createAccountReader = (userId: string): AccountReader => ({
  async readMessages(after, limit, signal) {
    const client = await getSupabase();
    const { data } = await client
      .from('chat_messages')
      .select('id, chat_id, role, content, model_id, created_at, seq, message_attachments(name)')
      .eq('user_id', userId)
      .eq('content_format', 'encrypted')
      .gt('seq', after)
      .order('seq')
      .limit(limit)
      .abortSignal(signal)
      .throwOnError();
    return z.array(messageRow).parse(data);
  },
  async readChats(after, limit, signal) {
    const client = await getSupabase();
    let query = client
      .from('chat_history')
      .select('id, title, updated_at, pinned_at, archived_at, project_id')
      .eq('user_id', userId);
    if (after !== null) query = query.gt('id', after);
    const { data } = await query.order('id').limit(limit).abortSignal(signal).throwOnError();
    return z.array(chatRow).parse(data);
  },
});
