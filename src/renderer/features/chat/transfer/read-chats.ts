import { z } from 'zod';
import {
  chatColumns,
  chatRow,
  type ChatRow,
  messageColumns,
  messageRow,
} from '../../../../shared/chats/stored-chat.ts';
import {
  type PortableChat,
  type PortableMessage,
  toPortableChat,
  toPortableMessage,
} from '../../../lib/portable-chat.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { toStoreError } from '../data/store-error.ts';
import { orderTree } from './formats/tree.ts';
import type { ImportRow } from './batches.ts';

const rowsPerPage = 1_000;

const rowWithFiles = messageRow.extend({
  message_attachments: z
    .array(z.object({ name: z.string(), media_type: z.string(), size: z.number(), position: z.number() }))
    .default([]),
});
type RowWithFiles = z.infer<typeof rowWithFiles>;

/** Reads a chat with all versions of its messages. Rejects with StoreError. */
export async function readChat(chatId: string): Promise<PortableChat> {
  const client = await getSupabase();
  const { data, error } = await client.from('chat_history').select(chatColumns).eq('id', chatId).single();
  if (error) throw toStoreError(error);
  return withMessages(chatRow.parse(data));
}

/**
 * Yields all chats, or those of a project, oldest first. Throws StoreError if one of them can't be read, because
 * an incomplete export must not look complete.
 */
export async function* readAllChats(
  userId: string,
  signal: AbortSignal,
  project: string | null = null,
): AsyncGenerator<PortableChat> {
  const rows: ChatRow[] = [];
  for (let page: ChatRow[] | null = null; page === null || page.length === rowsPerPage;) {
    page = await listChats(userId, rows.length, project);
    rows.push(...page);
  }
  for (const row of rows) {
    signal.throwIfAborted();
    yield await withMessages(row);
  }
}

async function listChats(userId: string, from: number, project: string | null): Promise<ChatRow[]> {
  const client = await getSupabase();
  const all = client.from('chat_history').select(chatColumns).eq('user_id', userId);
  const { data, error } = await (project === null ? all : all.eq('project_id', project))
    .order('created_at')
    .order('id')
    .range(from, from + rowsPerPage - 1);
  if (error) throw toStoreError(error);
  return z.array(chatRow).parse(data);
}

async function withMessages(chat: ChatRow): Promise<PortableChat> {
  const client = await getSupabase();
  const rows: RowWithFiles[] = [];
  for (let isMore = true; isMore;) {
    const { data, error } = await client
      .from('chat_messages')
      .select(`${messageColumns}, message_attachments(name, media_type, size, position)`)
      .eq('chat_id', chat.id)
      .order('created_at')
      .order('seq')
      .range(rows.length, rows.length + rowsPerPage - 1);
    if (error) throw toStoreError(error);
    const page = z.array(rowWithFiles).parse(data);
    rows.push(...page);
    isMore = page.length === rowsPerPage;
  }
  const nodes = rows.map((row) => ({ id: row.id, parentId: row.parent_id, value: row }));
  return toPortableChat(
    chat,
    orderTree(nodes).map(({ id, parentId, value }) => ({
      ...toPortableMessage(value),
      id,
      parentId,
      ...filesOf(value),
    })),
  );
}

function filesOf({ message_attachments: files }: RowWithFiles): Pick<PortableMessage, 'attachments'> {
  if (files.length === 0) return {};
  const ordered = files.toSorted((a, b) => a.position - b.position);
  return { attachments: ordered.map(({ name, media_type: mediaType, size }) => ({ name, mediaType, size })) };
}

export async function sendImport(chats: readonly ImportRow[]): Promise<unknown> {
  const client = await getSupabase();
  const { data, error } = await client.rpc('import_chats', { chats: [...chats] });
  if (error) throw toStoreError(error);
  return data;
}
