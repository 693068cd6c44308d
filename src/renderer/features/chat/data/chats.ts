import { z } from 'zod';
import { noProject } from '../../../../shared/brand.ts';
import type { Database } from '../../../../shared/database/types.ts';
import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import type { ModelChoice } from '../../../lib/model-choice.ts';
import { takeStartPart } from '../../../lib/app-start.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { type Chat, chatColumns, type ChatCursor, type ChatPage, chatRow } from '../chat.ts';
import { chatLimits } from '../constants.ts';
import { StoreError, toStoreError } from './store-error.ts';

const wildcards = /[\\%_]/g;

/**
 * Lists chats that are in no project and not archived, most recently changed first [DATA-026].
 *
 * @param search part of the title, ignoring case [CHAT-013]
 * @param after the last chat of the previous page. An offset would skip or repeat chats, because chats move
 * up while the list loads
 */
export async function listChats(
  userId: string,
  search: string,
  after: ChatCursor | null,
  signal?: AbortSignal,
): Promise<ChatPage> {
  const limit = after ? chatLimits.chatsPerLaterPage : chatLimits.chatsPerPage;
  const startRows = search === '' && !after ? await takeStartPart(userId, 'chats') : null;
  if (startRows) return pageOf(startRows, limit);
  const client = await getSupabase();
  let query = client
    .from('chat_history')
    .select(chatColumns)
    .eq('user_id', userId)
    .eq('project_id', noProject)
    .is('archived_at', null);
  if (search !== '') query = query.ilike('title', `%${search.replace(wildcards, '\\$&')}%`);
  if (after) {
    const { id, updatedAt } = after;
    // The first condition is redundant, but allows the database to use an index.
    query = query
      .lte('updated_at', updatedAt)
      .or(`updated_at.lt."${updatedAt}",and(updated_at.eq."${updatedAt}",id.lt.${id})`);
  }
  query = query.order('updated_at', { ascending: false }).order('id', { ascending: false }).limit(limit);
  const { data, error } = await (signal ? query.abortSignal(signal) : query);
  if (error) throw toStoreError(error);
  return pageOf(data, limit);
}

function pageOf(rows: unknown, limit: number): ChatPage {
  const chats = z.array(chatRow).parse(rows);
  const last = chats.at(-1);
  return { chats, next: last && chats.length === limit ? { id: last.id, updatedAt: last.updatedAt } : null };
}

export async function listPinnedChats(userId: string, signal?: AbortSignal): Promise<ChatPage> {
  const startRows = await takeStartPart(userId, 'pinned');
  if (startRows) return { chats: z.array(chatRow).parse(startRows), next: null };
  const client = await getSupabase();
  const query = client
    .from('chat_history')
    .select(chatColumns)
    .eq('user_id', userId)
    .is('archived_at', null)
    .not('pinned_at', 'is', null)
    .order('pinned_at', { ascending: false })
    .limit(chatLimits.pinnedChats);
  const { data, error } = await (signal ? query.abortSignal(signal) : query);
  if (error) throw toStoreError(error);
  return { chats: z.array(chatRow).parse(data), next: null };
}

/** Returns null if the chat doesn't exist or the user may not read it. */
export async function findChat(chatId: string): Promise<Chat | null> {
  const client = await getSupabase();
  const { data, error } = await client
    .from('chat_history')
    .select(chatColumns)
    .eq('id', chatId)
    .maybeSingle();
  if (error) throw toStoreError(error);
  return data === null ? null : chatRow.parse(data);
}

export interface NewChat {
  readonly id: string;
  readonly userId: string;
  readonly title: string;
  readonly projectId: string | null;
  readonly model: ModelChoice | null;
  readonly parameters: ChatParameters | null;
}

/**
 * Stores a new chat. Storing it again has no effect, because the client created its id [DATA-027]. If its project
 * was deleted meanwhile, the chat is in no project, so that its message is not lost.
 *
 * @returns the id of the project that the chat is in
 */
export async function insertChat(chat: NewChat): Promise<string | null> {
  const { id, userId, title, projectId, model, parameters } = chat;
  const client = await getSupabase();
  const row = {
    id,
    user_id: userId,
    title,
    project_id: projectId ?? noProject,
    ...(model && modelColumns(model)),
    ...(parameters && { parameters }),
  };
  const { error } = await client.from('chat_history').insert(row);
  if (error?.hint === 'project') return insertChat({ ...chat, projectId: null });
  if (error && toStoreError(error).code !== 'duplicate') throw toStoreError(error);
  return projectId;
}

export async function renameChat(chatId: string, title: string): Promise<void> {
  const client = await getSupabase();
  const change = { title, updated_at: new Date().toISOString() };
  const { data, error, status } = await client
    .from('chat_history')
    .update(change)
    .eq('id', chatId)
    .select('id');
  if (error) throw toStoreError(error, status);
  requireChat(data);
}

export type ChatChange = Partial<
  Pick<Chat, 'projectId' | 'pinnedAt' | 'archivedAt' | 'model' | 'parameters'>
>;

/** Changes a chat without changing its position in the list, which depends on `updated_at`. */
export async function updateChat(
  chatId: string,
  { projectId, pinnedAt, archivedAt, model, parameters }: ChatChange,
): Promise<void> {
  // Absent values are undefined, which JSON leaves out.
  const change = {
    project_id: projectId === null ? noProject : projectId,
    pinned_at: pinnedAt,
    archived_at: archivedAt,
    ...(model && modelColumns(model)),
    parameters,
  } as Database['public']['Tables']['chat_history']['Update'];
  const client = await getSupabase();
  const { data, error, status } = await client
    .from('chat_history')
    .update(change)
    .eq('id', chatId)
    .select('id');
  if (error) throw toStoreError(error, status);
  requireChat(data);
}

/** Deletes a chat. The database also deletes its messages [DATA-029, DATA-033]. */
export async function deleteChat(chatId: string): Promise<void> {
  const client = await getSupabase();
  const { error, status } = await client.from('chat_history').delete().eq('id', chatId);
  if (error) throw toStoreError(error, status);
}

/**
 * Deletes a new chat whose first message was refused, unless another device has already sent a message to it.
 */
export async function deleteEmptyChat(chatId: string): Promise<void> {
  const client = await getSupabase();
  const empty = client.from('chat_history').delete().eq('id', chatId).is('active_message_id', null);
  const { error, status } = await empty;
  if (error) throw toStoreError(error, status);
}

const modelColumns = ({ id, vendorName }: ModelChoice) => ({ model_id: id, vendor_id: vendorName });

/** Throws if an update changed no rows, because the chat then no longer exists. */
function requireChat(changed: readonly unknown[]): void {
  if (changed.length === 0) throw new StoreError('gone', 'The chat does not exist.');
}
