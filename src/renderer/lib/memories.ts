import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { type Memory, memory, memoryColumns } from '../../shared/account/memories.ts';
import { cleanText } from '../../shared/domain/text.ts';
import { instructionsQuery } from './account-instructions.ts';
import { readCachedResponse, writeCachedResponse } from './library-cache.ts';
import { reloadQuery } from './reload-query.ts';
import { getSupabase } from './supabase.ts';

const rows = z.array(memory);
const cacheKey = 'memories';

/**
 * Queries the account's memories, oldest first. This device's copy is used until the service responds. Data gets stale
 * soon, because another device may change it.
 */
export const memoriesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['memories', userId],
    queryFn: async ({ client, queryKey }): Promise<readonly Memory[]> => {
      const cached = readCachedResponse(userId, cacheKey).then((response) => {
        const copy = rows.safeParse(response);
        if (copy.success && client.getQueryData(queryKey) === undefined)
          client.setQueryData(queryKey, copy.data);
      });
      try {
        const found = rows.parse(await listMemories());
        await writeCachedResponse(userId, cacheKey, found);
        return found;
      } catch (error) {
        await cached;
        throw error;
      }
    },
    staleTime: 15_000,
  });

async function listMemories(): Promise<unknown> {
  const client = await getSupabase();
  const { data } = await client
    .from('memories')
    .select(memoryColumns)
    .order('created_at')
    .order('id')
    .throwOnError();
  return data;
}

/** Loads the memories for a request. Without a connection, returns this device's copy. */
export async function loadMemories(client: QueryClient, userId: string): Promise<readonly Memory[]> {
  const query = memoriesQuery(userId);
  try {
    return await client.fetchQuery(query);
  } catch (error) {
    const copy = client.getQueryData(query.queryKey);
    if (!copy) throw error;
    return copy;
  }
}

const reload = (client: QueryClient, userId: string) => reloadQuery(client, memoriesQuery(userId).queryKey);

export type NewMemory = Pick<Memory, 'id' | 'content' | 'chat_id' | 'message_id'> & Partial<Memory>;

/** Saves a new memory. A repeated request has no effect, because the row already exists. */
export async function saveMemory(
  client: QueryClient,
  userId: string,
  { id, content, chat_id, message_id, created_at }: NewMemory,
) {
  const supabase = await getSupabase();
  const { error } = await supabase.from('memories').insert({
    id,
    content: cleanText(content),
    chat_id,
    message_id,
    ...(created_at && { created_at }),
  });
  if (error && error.code !== '23505') throw error;
  await reload(client, userId);
}

/**
 * Saves the text if the memory has not changed since this device read it. Otherwise, returns what another device did
 * with it.
 */
export async function changeMemory(
  client: QueryClient,
  userId: string,
  { id, revision }: Pick<Memory, 'id' | 'revision'>,
  content: string,
): Promise<'saved' | 'changed' | 'deleted'> {
  const supabase = await getSupabase();
  const { data } = await supabase
    .from('memories')
    .update({ content: cleanText(content) })
    .eq('id', id)
    .eq('revision', revision)
    .select('id')
    .throwOnError();
  await reload(client, userId);
  if (data.length > 0) return 'saved';
  const memories = client.getQueryData(memoriesQuery(userId).queryKey);
  return memories?.some((stored) => stored.id === id) ? 'changed' : 'deleted';
}

export async function deleteMemories(client: QueryClient, userId: string, ids: readonly string[]) {
  const supabase = await getSupabase();
  await supabase.from('memories').delete().in('id', ids).throwOnError();
  await reload(client, userId);
}

/** Turns memory on or off. The stored memories are kept. */
export async function setMemoryOn(client: QueryClient, userId: string, isOn: boolean): Promise<void> {
  const supabase = await getSupabase();
  await supabase.rpc('use_memory', { is_on: isOn }).throwOnError();
  await reloadQuery(client, instructionsQuery(userId).queryKey);
}

const refusal = z.object({ hint: z.literal('limit'), message: z.string() });

/** Returns the service's message if a limit is reached, otherwise null. */
export const memoryRefusal = (error: unknown): string | null => {
  const refused = refusal.safeParse(error);
  return refused.success ? refused.data.message : null;
};
