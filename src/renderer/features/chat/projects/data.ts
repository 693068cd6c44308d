import { z } from 'zod';
import { takeStartPart } from '../../../lib/app-start.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { StoreError, toStoreError } from '../data/store-error.ts';
import { type Project, projectColumns, projectRow } from './project.ts';

export async function listProjects(userId: string, signal: AbortSignal): Promise<Project[]> {
  const known = await takeStartPart(userId, 'projects');
  if (known) return z.array(projectRow).parse(known);
  const client = await getSupabase();
  const { data, error, status } = await client
    .from('projects')
    .select(projectColumns)
    .eq('user_id', userId)
    .limit(1000)
    .abortSignal(signal)
    // Without retries, the device's copy is shown immediately if there is no connection.
    .retry(false);
  if (error) throw toStoreError(error, status);
  return z.array(projectRow).parse(data);
}

/** Returns null if the project has no instructions, or no longer exists. */
export async function findInstructions(projectId: string): Promise<string | null> {
  const client = await getSupabase();
  const { data, error, status } = await client
    .from('projects')
    .select('instructions')
    .eq('id', projectId)
    .maybeSingle()
    .retry(false);
  if (error) throw toStoreError(error, status);
  return z.object({ instructions: z.string().nullable() }).nullable().parse(data)?.instructions ?? null;
}

export type ProjectChange = Partial<Pick<Project, 'name' | 'color' | 'model' | 'personaId' | 'archivedAt'>>;

/** Deletes a project. The database moves its chats out of it. */
export async function deleteProject(id: string): Promise<void> {
  const client = await getSupabase();
  const { error, status } = await client.from('projects').delete().eq('id', id);
  if (error) throw toStoreError(error, status);
}

/** The number of chats that one request deletes. Deleting a chat also deletes its messages. */
const chatsPerDeletion = 50;

/** Deletes the chats of a project in parts, because one request for all of them could take too long. */
export async function deleteProjectChats(
  userId: string,
  projectId: string,
  onDeleted: (chatId: string) => void,
): Promise<void> {
  const client = await getSupabase();
  for (;;) {
    const page = await client
      .from('chat_history')
      .select('id')
      .eq('user_id', userId)
      .eq('project_id', projectId)
      .limit(chatsPerDeletion);
    if (page.error) throw toStoreError(page.error, page.status);
    if (page.data.length === 0) return;
    const ids = page.data.map(({ id }) => id);
    const { data, error, status } = await client.from('chat_history').delete().in('id', ids).select('id');
    if (error) throw toStoreError(error, status);
    // Otherwise, chats that can't be deleted would be requested forever.
    if (data.length === 0) throw new StoreError('unavailable', 'The chats could not be deleted.');
    for (const { id } of data) onDeleted(id);
  }
}

export async function countProjectChats(userId: string, projectId: string): Promise<number> {
  const client = await getSupabase();
  const { count, error, status } = await client
    .from('chat_history')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', userId)
    .eq('project_id', projectId);
  if (error) throw toStoreError(error, status);
  return count ?? 0;
}
