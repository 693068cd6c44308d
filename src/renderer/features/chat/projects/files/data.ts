import { getSupabase } from '../../../../lib/supabase.ts';
import { UnverifiedFile } from '../../attachments/failure.ts';
import { StoreError, toStoreError } from '../../data/store-error.ts';
import { type ProjectFile, projectFileColumns, projectFiles } from './project-file.ts';

/** The maximum number of rows in a response. */
const rowsPerPage = 1_000;

export async function listProjectFiles(projectId: string): Promise<ProjectFile[]> {
  const client = await getSupabase();
  const files: ProjectFile[] = [];
  for (let isMore = true; isMore;) {
    // oxlint-disable-next-line no-await-in-loop -- the next page begins after this one
    const { data, error, status } = await client
      .from('project_files')
      .select(projectFileColumns)
      .eq('project_id', projectId)
      .order('created_at')
      .order('id')
      .range(files.length, files.length + rowsPerPage - 1)
      .retry(false);
    if (error) throw toStoreError(error, status);
    files.push(...projectFiles.parse(data));
    isMore = data.length === rowsPerPage;
  }
  return files;
}

/** More ids would make a request's URL too long. */
const maxIds = 100;

export async function findExistingFiles(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const client = await getSupabase();
  const existing = new Set<string>();
  for (let from = 0; from < ids.length; from += maxIds) {
    const part = ids.slice(from, from + maxIds);
    // oxlint-disable-next-line no-await-in-loop -- one request at a time
    const { data, error, status } = await client.from('project_files').select('id').in('id', part);
    if (error) throw toStoreError(error, status);
    for (const { id } of data) existing.add(id);
  }
  return existing;
}

/** Returns null if the file no longer exists. Rejects with UnverifiedFile if the text failed verification. */
export async function findProjectText(id: string): Promise<string | null> {
  const client = await getSupabase();
  const { data, error, status } = await client
    .from('project_files')
    .select('text')
    .eq('id', id)
    .maybeSingle();
  if (error) throw toStoreError(error, status);
  return data && verified(data.text);
}

/** Encrypted histories return null instead of a text that failed verification. */
function verified(text: string | null): string {
  if (text === null) throw new UnverifiedFile();
  return text;
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

/** Stores which passages are sent for a reply. They replace those of an earlier attempt. */
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

/** Returns null if none were sent. Rejects with UnverifiedFile if they failed verification. */
export async function findReplyPassages(id: string): Promise<string | null> {
  const client = await getSupabase();
  const { data, error, status } = await client
    .from('reply_passages')
    .select('passages')
    .eq('id', id)
    .maybeSingle();
  if (error) throw toStoreError(error, status);
  return data && verified(data.passages);
}

/** Returns the service's reason for refusing a file. Null if it gave none. */
export const refusalOf = (error: unknown): string | null =>
  error instanceof StoreError && error.code === 'refused' ? error.message : null;
