import { z } from 'zod';
import type { Database } from '../../../../shared/database/types.ts';
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

/** Stores a new project. Storing it again has no effect, because the client created its id. */
export async function insertProject({
  id,
  name,
  color,
}: Pick<Project, 'id' | 'name' | 'color'>): Promise<void> {
  const client = await getSupabase();
  const { error, status } = await client.from('projects').insert({ id, name, color });
  const failure = error && toStoreError(error, status);
  if (failure && failure.code !== 'duplicate') throw failure;
}

export type ProjectChange = Partial<Pick<Project, 'name' | 'color' | 'model' | 'personaId' | 'archivedAt'>>;

export async function changeProject(id: string, change: ProjectChange): Promise<void> {
  const client = await getSupabase();
  const { data, error, status } = await client
    .from('projects')
    .update(columnsOf(change))
    .eq('id', id)
    .select('id');
  if (error) throw toStoreError(error, status);
  requireProject(data[0]);
}

const instructionsRow = z.object({ instructions: z.string().nullable(), updated_at: z.string() });

/**
 * Replaces the instructions that the user has seen. If another device has changed them meanwhile, nothing is changed.
 *
 * @returns the stored instructions: the new ones, or those of the other device
 */
export async function saveInstructions(
  id: string,
  instructions: string | null,
  seen: string | null,
): Promise<string | null> {
  const client = await getSupabase();
  for (;;) {
    const read = await client.from('projects').select('instructions, updated_at').eq('id', id);
    if (read.error) throw toStoreError(read.error, read.status);
    const stored = instructionsRow.parse(requireProject(read.data[0]));
    if (stored.instructions !== seen) return stored.instructions;
    const { data, error, status } = await client
      .from('projects')
      .update({ instructions })
      .eq('id', id)
      .eq('updated_at', stored.updated_at)
      .select('id');
    if (error) throw toStoreError(error, status);
    if (data.length > 0) return instructions;
    // Another device has changed the project between the two requests, but perhaps not its instructions. Try again.
  }
}

function requireProject<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new StoreError('gone', 'The project does not exist.');
  return row;
}

function columnsOf({ model, personaId, archivedAt, ...others }: ProjectChange) {
  return {
    ...others,
    ...(personaId !== undefined && { persona_id: personaId }),
    ...(archivedAt !== undefined && { archived_at: archivedAt }),
    ...(model !== undefined && { model_id: model?.id ?? null, vendor_id: model?.vendorName ?? null }),
  } satisfies Database['public']['Tables']['projects']['Update'];
}

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
