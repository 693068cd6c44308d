import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { z } from 'zod';
import { type Memory, memory, memoryColumns } from '../../shared/account/memories.ts';
import { cleanText } from '../../shared/domain/text.ts';
import { instructionsQuery } from './account-instructions.ts';
import { readCachedResponse, writeCachedResponse } from './library-cache.ts';
import {
  changeLibrary,
  type LibraryChange,
  libraryChanges,
  type LibraryResult,
  useLibraryChanges,
  withLibraryChanges,
} from './library-changes.ts';
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
        const memoryRows = rows.parse(await listMemories());
        await writeCachedResponse(userId, cacheKey, memoryRows);
        return memoryRows;
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

const withChanges = (memories: readonly Memory[], changes: readonly LibraryChange[]) =>
  withLibraryChanges(memories, changes, 'memories', {
    content: '',
    chat_id: null,
    message_id: null,
    revision: 0,
    created_at: new Date().toISOString(),
  });

/** Loads the memories and applies the user's unconfirmed changes. */
export function useMemories(userId: string, isEnabled = true) {
  const { all } = useLibraryChanges(userId);
  return useQuery({
    ...memoriesQuery(userId),
    enabled: isEnabled,
    select: useCallback((memories: readonly Memory[]) => withChanges(memories, all), [all]),
  });
}

/** Loads the memories for a request. Without a connection, returns this device's copy. */
export async function loadMemories(client: QueryClient, userId: string): Promise<readonly Memory[]> {
  const query = memoriesQuery(userId);
  try {
    return withChanges(await client.fetchQuery(query), libraryChanges(userId));
  } catch (error) {
    const copy = client.getQueryData(query.queryKey);
    if (!copy) throw error;
    return withChanges(copy, libraryChanges(userId));
  }
}

export type NewMemory = Pick<Memory, 'id' | 'content' | 'chat_id' | 'message_id'> & Partial<Memory>;

/** Saves a new memory, or restores a deleted one. */
export const saveMemory = (
  client: QueryClient,
  userId: string,
  { id, content, chat_id, message_id, created_at }: NewMemory,
): Promise<LibraryResult> =>
  changeLibrary(client, userId, {
    list: 'memories',
    itemId: id,
    value: { content: cleanText(content), chat_id, message_id, ...(created_at && { created_at }) },
    seen: null,
  });

/** Saves the text if the memory still has the content that the user saw. */
export const changeMemory = (
  client: QueryClient,
  userId: string,
  { id, content: seen }: Pick<Memory, 'id' | 'content'>,
  content: string,
): Promise<LibraryResult> =>
  changeLibrary(client, userId, {
    list: 'memories',
    itemId: id,
    value: { content: cleanText(content) },
    seen: { content: seen },
  });

export const deleteMemory = (
  client: QueryClient,
  userId: string,
  { id, content }: Pick<Memory, 'id' | 'content'>,
): Promise<LibraryResult> =>
  changeLibrary(client, userId, { list: 'memories', itemId: id, value: null, seen: { content } });

/** Turns memory on or off. The stored memories are kept. */
export async function setMemoryOn(client: QueryClient, userId: string, isOn: boolean): Promise<void> {
  const supabase = await getSupabase();
  await supabase.rpc('use_memory', { is_on: isOn }).throwOnError();
  await reloadQuery(client, instructionsQuery(userId).queryKey);
}
