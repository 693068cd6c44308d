import { getSupabase } from '../../../../lib/supabase.ts';
import { StoreError, toStoreError } from '../../data/store-error.ts';
import { maxListed, type ProjectFile, projectFileColumns, projectFiles } from './project-file.ts';

export async function listProjectFiles(projectId: string): Promise<ProjectFile[]> {
  const client = await getSupabase();
  const { data, error, status } = await client
    .from('project_files')
    .select(projectFileColumns)
    .eq('project_id', projectId)
    .order('created_at')
    .limit(maxListed)
    .retry(false);
  if (error) throw toStoreError(error, status);
  return projectFiles.parse(data);
}

/** Null if the file no longer exists. */
export async function findProjectText(id: string): Promise<string | null> {
  const client = await getSupabase();
  const { data, error, status } = await client
    .from('project_files')
    .select('text')
    .eq('id', id)
    .maybeSingle();
  if (error) throw toStoreError(error, status);
  return data?.text ?? null;
}

/** Stores a file. Storing it again has no effect, because the client created its id. */
export async function insertProjectFile(projectId: string, file: ProjectFile, text: string): Promise<void> {
  const client = await getSupabase();
  const { error, status } = await client
    .from('project_files')
    .insert({ ...file, project_id: projectId, text });
  const failure = error && toStoreError(error, status);
  if (failure && failure.code !== 'duplicate') throw failure;
}

export async function deleteProjectFile(id: string): Promise<void> {
  const client = await getSupabase();
  const { error, status } = await client.from('project_files').delete().eq('id', id);
  if (error) throw toStoreError(error, status);
}

/** Names the passages that are sent for a reply. They replace those of an earlier attempt. */
export async function insertReplyPassages(id: string, messageId: string, passages: string): Promise<void> {
  const client = await getSupabase();
  const insert = async () => {
    const row = { id, message_id: messageId, passages };
    const { error, status } = await client.from('reply_passages').insert(row);
    return error && toStoreError(error, status);
  };
  const first = await insert();
  if (!first) return;
  if (first.code !== 'duplicate') throw first;
  const { error, status } = await client.from('reply_passages').delete().eq('id', id);
  if (error) throw toStoreError(error, status);
  const second = await insert();
  if (second) throw second;
}

/** Null if none were sent. */
export async function findReplyPassages(id: string): Promise<string | null> {
  const client = await getSupabase();
  const { data, error, status } = await client
    .from('reply_passages')
    .select('passages')
    .eq('id', id)
    .maybeSingle();
  if (error) throw toStoreError(error, status);
  return data?.passages ?? null;
}

/** The sentence for a file that could not be stored. Null if the service gave no reason. */
export const refusalOf = (error: unknown): string | null =>
  error instanceof StoreError && error.code === 'refused' ? error.message : null;
