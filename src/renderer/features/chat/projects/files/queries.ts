import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { OpenFiles } from '../../attachments/chat-files.ts';
import { chatQueries } from '../../data/queries.ts';
import type { ChatStore } from '../../store/chat-store.ts';
import { withDeviceCopy } from '../device-copy.ts';
import { findExistingFiles, findProjectText, findReplyPassages, listProjectFiles } from './data.ts';
import { storedPassages } from './passage.ts';
import { type ProjectFile, projectFiles } from './project-file.ts';

/** The files of a project. Loaded again for each use, because another device may have changed them. */
export const projectFilesQuery = (projectId: string, store: ChatStore | null, openFiles: OpenFiles) =>
  queryOptions({
    queryKey: [...chatQueries.all(), 'project-files', projectId],
    queryFn: ({ client, queryKey }) =>
      withDeviceCopy(store, `files ${projectId}`, projectFiles, async () => {
        const files = await listProjectFiles(projectId);
        const before = client.getQueryData<ProjectFile[]>(queryKey);
        const existing = new Set(files.map(({ id }) => id));
        const isGone = before?.some(({ id }) => !existing.has(id)) === true;
        void forgetRemovedOnce(client, openFiles, isGone).catch(() => {});
        return files;
      }),
    staleTime: 0,
  });

const folder = 'project/';

/**
 * Runs once per page until it succeeds, and again if a file is gone. Otherwise, each use of the files would cause
 * requests about all texts on this device.
 */
const forgetRemovedOnce = (client: QueryClient, openFiles: OpenFiles, isGone: boolean): Promise<boolean> =>
  client.fetchQuery({
    queryKey: [...chatQueries.all(), 'removed-project-texts'],
    queryFn: () => forgetRemoved(openFiles).then(() => true),
    staleTime: isGone ? 0 : Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Removes this device's copies of texts whose files were removed on another device or with their project. */
async function forgetRemoved(openFiles: OpenFiles): Promise<void> {
  const files = await openFiles();
  const local = (await files.listKept(folder)).map((path) => path.slice(folder.length));
  const existing = local.length > 0 ? await findExistingFiles(local) : new Set();
  await forgetProjectTexts(
    openFiles,
    local.filter((id) => !existing.has(id)),
  );
}

export async function forgetProjectTexts(openFiles: OpenFiles, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await (await openFiles()).forget(ids.map((id) => ({ path: `${folder}${id}` })));
}

/**
 * Reads the immutable text of a file from this device or the service. Returns null if the file no longer exists.
 * Rejects with UnverifiedFile if the service's text failed verification.
 */
export const readProjectText = async (openFiles: OpenFiles, id: string): Promise<string | null> =>
  (await openFiles()).readThrough(`${folder}${id}`, () => findProjectText(id));

/** The passages that were sent for a reply. They never change. */
export const replyPassagesQuery = (replyId: string) =>
  queryOptions({
    queryKey: [...chatQueries.all(), 'reply-passages', replyId],
    queryFn: async () => storedPassages.parse(await findReplyPassages(replyId)),
    staleTime: Number.POSITIVE_INFINITY,
  });
