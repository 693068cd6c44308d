import { z } from 'zod';
import { projectId } from '../../../../shared/brand.ts';
import {
  chatColumns,
  chatRow,
  type ChatRow,
  messageColumns,
  messageRow,
  type MessageRow,
} from '../../../../shared/chats/stored-chat.ts';
import { type PortableChat, toPortableChat, toPortableMessage } from '../../../lib/portable-chat.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { toStoreError } from '../data/store-error.ts';
import { orderTree } from './formats/tree.ts';
import type { ImportRow } from './batches.ts';

const rowsPerPage = 1_000;

/** One chat with all messages and versions. Rejects with StoreError. */
export async function readChat(chatId: string): Promise<PortableChat> {
  const client = await getSupabase();
  const { data, error } = await client.from('chat_history').select(chatColumns).eq('id', chatId).single();
  if (error) throw toStoreError(error);
  return withMessages(chatRow.parse(data));
}

/**
 * All chats that the user can read, oldest first. Throws StoreError if one fails, because an incomplete export must
 * not pass as complete.
 */
export async function* readAllChats(userId: string, signal: AbortSignal): AsyncGenerator<PortableChat> {
  const rows: ChatRow[] = [];
  for (let page: ChatRow[] | null = null; page === null || page.length === rowsPerPage;) {
    page = await listChats(userId, rows.length);
    rows.push(...page);
  }
  for (const row of rows) {
    signal.throwIfAborted();
    yield await withMessages(row);
  }
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
  const rows: MessageRow[] = [];
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
  return toPortableChat(
    chat,
    orderTree(nodes).map(({ id, parentId, value }) => ({ ...toPortableMessage(value), id, parentId })),
  );
}

/** Imports chats. Rejects with StoreError. */
export async function sendImport(chats: readonly ImportRow[]): Promise<unknown> {
  const client = await getSupabase();
  const { data, error } = await client.rpc('import_chats', { chats: [...chats] });
  if (error) throw toStoreError(error);
  return data;
}
