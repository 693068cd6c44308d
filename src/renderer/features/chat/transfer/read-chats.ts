import { z } from 'zod';
import { projectId } from '../../../../shared/brand.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { toStoreError } from '../data/store-error.ts';
import type { PortableChat, PortableMessage } from './formats/portable.ts';
import { orderTree } from './formats/tree.ts';
import type { ImportRow } from './batches.ts';

const rowsPerPage = 1_000;
const chatColumns = 'id, title, created_at, updated_at, pinned_at, active_message_id';
const messageColumns =
  'id, parent_id, role, content, status, model_id, vendor_id, unavailable_vendor, content_format, created_at, seq';

const chatRow = z.object({
  id: z.string(),
  title: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  pinned_at: z.string().nullable(),
  active_message_id: z.string().nullable(),
});
const messageRow = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  role: z.enum(['user', 'assistant', 'system']),
  content: z.string(),
  status: z.enum(['complete', 'length', 'stopped', 'interrupted', 'failed']),
  model_id: z.string().nullable(),
  vendor_id: z.string().nullable(),
  unavailable_vendor: z.string().nullable(),
  content_format: z.enum(['plain', 'encrypted']),
  created_at: z.string(),
  seq: z.number(),
});
type ChatRow = z.infer<typeof chatRow>;

/** One chat with all its messages and versions. Rejects with StoreError. */
export async function readChat(chatId: string): Promise<PortableChat> {
  const client = await getSupabase();
  const { data, error } = await client.from('chat_history').select(chatColumns).eq('id', chatId).single();
  if (error) throw toStoreError(error);
  return withMessages(chatRow.parse(data));
}

/** All chats that the user can read, oldest first. Rejects with StoreError: half of them must not pass for all. */
export async function readAllChats(
  userId: string,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<PortableChat[]> {
  const rows: ChatRow[] = [];
  for (let page: ChatRow[] | null = null; page === null || page.length === rowsPerPage;) {
    page = await listChats(userId, rows.length);
    rows.push(...page);
  }
  const chats: PortableChat[] = [];
  for (const row of rows) {
    signal.throwIfAborted();
    chats.push(await withMessages(row));
    onProgress(chats.length);
  }
  return chats;
}

async function listChats(userId: string, from: number): Promise<ChatRow[]> {
  const client = await getSupabase();
  const { data, error } = await client
    .from('chat_history')
    .select(chatColumns)
    .eq('user_id', userId)
    .eq('project_id', projectId)
    .order('created_at')
    .order('id')
    .range(from, from + rowsPerPage - 1);
  if (error) throw toStoreError(error);
  return z.array(chatRow).parse(data);
}

async function withMessages(chat: ChatRow): Promise<PortableChat> {
  const client = await getSupabase();
  const rows: z.infer<typeof messageRow>[] = [];
  for (let isMore = true; isMore;) {
    const { data, error } = await client
      .from('chat_messages')
      .select(messageColumns)
      .eq('chat_id', chat.id)
      .order('created_at')
      .order('seq')
      .range(rows.length, rows.length + rowsPerPage - 1);
    if (error) throw toStoreError(error);
    const page = z.array(messageRow).parse(data);
    rows.push(...page);
    isMore = page.length === rowsPerPage;
  }
  const nodes = rows.map((row) => ({ id: row.id, parentId: row.parent_id, value: row }));
  return {
    id: chat.id,
    title: chat.title,
    createdAt: chat.created_at,
    updatedAt: chat.updated_at,
    pinnedAt: chat.pinned_at,
    activeMessageId: chat.active_message_id,
    messages: orderTree(nodes).map(({ id, parentId, value }): PortableMessage => ({
      id,
      parentId,
      role: value.role,
      content: value.content,
      status: value.status,
      modelId: value.model_id,
      vendorId: value.vendor_id,
      unavailableVendor: value.unavailable_vendor,
      contentFormat: value.content_format,
      createdAt: value.created_at,
    })),
  };
}

/** Hands chats to the service. Rejects with StoreError. */
export async function sendImport(chats: readonly ImportRow[]): Promise<unknown> {
  const client = await getSupabase();
  const { data, error } = await client.rpc('import_chats', { chats: [...chats] });
  if (error) throw toStoreError(error);
  return data;
}
