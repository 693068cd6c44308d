import { z } from 'zod';
import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { type Message, type MessageRole, messageColumns, messageRow } from '../chat.ts';
import { chatLimits } from '../constants.ts';
import { toStoreError } from './store-error.ts';

/** A message to store. The client creates its id, so that storing it again has no effect. */
export interface NewMessage {
  readonly id: string;
  readonly chatId: string;
  readonly userId: string;
  readonly role: MessageRole;
  readonly content: string;
  /** The id of the previous message. If absent, the message follows the chat's active message. */
  readonly parentId?: string;
  /** The persona that the user picked for the message. */
  readonly parameters?: ChatParameters;
}

/** The message before which a page of older messages ends. */
export type MessageCursor = Pick<Message, 'id'>;

/**
 * Loads a page of the chat's active branch in reading order [DATA-031]: the end of the branch, or the
 * messages before `before`.
 */
export async function listMessages(
  chatId: string,
  before: MessageCursor | null,
  signal?: AbortSignal,
): Promise<Message[]> {
  const client = await getSupabase();
  const query = client.rpc('list_branch', {
    chat: chatId,
    ...(before && { before: before.id }),
    max_messages: before ? chatLimits.messagesPerLaterPage : chatLimits.messagesPerPage,
  });
  const { data, error } = await (signal ? query.abortSignal(signal) : query);
  if (error) throw toStoreError(error);
  return z.array(messageRow).parse(data);
}

export async function findReasoning(messageId: string): Promise<string> {
  const client = await getSupabase();
  const { data, error } = await client.from('chat_messages').select('reasoning').eq('id', messageId).single();
  if (error) throw toStoreError(error);
  return z.object({ reasoning: z.string() }).parse(data).reasoning;
}

const chatUsage = z.object({
  tokens: z.number(),
  /** Billionths of a US dollar. */
  cost: z.number(),
  /** The part of the tokens that was used with the user's own keys and servers. */
  own_tokens: z.number(),
  own_cost: z.number(),
  is_estimated: z.boolean(),
  is_cost_estimated: z.boolean(),
  priced: z.number(),
  /** How many replies have no known price. */
  unpriced: z.number(),
});
export type ChatUsage = z.infer<typeof chatUsage>;

/** Sums up the usage of all replies in a chat, including other versions. */
export async function sumUsage(chatId: string): Promise<ChatUsage> {
  const client = await getSupabase();
  const { data, error } = await client.rpc('get_chat_usage', { chat: chatId });
  if (error) throw toStoreError(error);
  return chatUsage.parse(data);
}

/** Counts the messages of the active branch, without system messages. */
export async function countMessages(chatId: string): Promise<number> {
  const client = await getSupabase();
  const { data, error } = await client.rpc('count_branch', { chat: chatId });
  if (error) throw toStoreError(error);
  return z.number().parse(data);
}

/** Returns the nearest system prompt before a message, or null [CHAT-079]. */
export async function findSystemPrompt(messageId: string): Promise<string | null> {
  const client = await getSupabase();
  const { data, error } = await client.rpc('find_system_prompt', { before: messageId });
  if (error) throw toStoreError(error);
  return z.string().nullable().parse(data);
}

/** Finds the chat that contains one of the user's messages. Null if there is no such message. */
export async function findChatOf(messageId: string): Promise<string | null> {
  const client = await getSupabase();
  const { data, error } = await client
    .from('chat_messages')
    .select('chat_id')
    .eq('id', messageId)
    .maybeSingle();
  if (error) throw toStoreError(error);
  return data?.chat_id ?? null;
}

/** Applies on all of the user's devices. */
export async function showVersion(messageId: string): Promise<void> {
  const client = await getSupabase();
  const { error, status } = await client.rpc('show_version', { message: messageId });
  if (error) throw toStoreError(error, status);
}

/** Deletes a version of a message with all messages that follow it. Other versions are kept. */
export async function deleteVersion(messageId: string): Promise<void> {
  const client = await getSupabase();
  const { error, status } = await client.rpc('delete_version', { message: messageId });
  if (error) throw toStoreError(error, status);
}

/**
 * Copies part of a branch to a new chat: up to a message and, if `since` is set, starting at an earlier one.
 * Idempotent.
 */
export async function forkChat(messageId: string, newChatId: string, since?: string): Promise<void> {
  const client = await getSupabase();
  const { error } = await client.rpc('fork_chat', {
    message: messageId,
    new_chat: newChatId,
    ...(since !== undefined && { since }),
  });
  if (error) throw toStoreError(error);
}

/**
 * Stores either all of the messages or none. Storing them again has no effect.
 *
 * @returns the stored rows in the order of `messages`
 * @throws StoreError `refused` if the user may not send messages (quota, ban, restriction)
 */
export async function insertMessages(messages: readonly NewMessage[]): Promise<Message[]> {
  const client = await getSupabase();
  const ids = messages.map(({ id }) => id);
  const { data, error } = await client
    .from('chat_messages')
    .insert(messages.map(toRow))
    .select(messageColumns);
  if (!error) return orderByIds(ids, z.array(messageRow).parse(data));
  const failure = toStoreError(error);
  if (failure.code !== 'duplicate') throw failure;
  const earlier = await client.from('chat_messages').select(messageColumns).in('id', ids);
  if (earlier.error) throw toStoreError(earlier.error);
  return orderByIds(ids, z.array(messageRow).parse(earlier.data));
}

function toRow(message: NewMessage) {
  return {
    id: message.id,
    chat_id: message.chatId,
    user_id: message.userId,
    role: message.role,
    content: message.content,
    parent_id: message.parentId ?? null,
    parameters: message.parameters ?? null,
  };
}

function orderByIds(ids: readonly string[], rows: readonly Message[]): Message[] {
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
