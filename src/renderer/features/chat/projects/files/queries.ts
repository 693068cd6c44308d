import { queryOptions } from '@tanstack/react-query';
import type { OpenFiles } from '../../attachments/chat-files.ts';
import { chatQueries } from '../../data/queries.ts';
import type { ChatStore } from '../../store/chat-store.ts';
import { orFromDevice } from '../device-copy.ts';
import { findProjectText, findReplyPassages, listProjectFiles } from './data.ts';
import { storedPassages } from './passage.ts';
import { projectFiles } from './project-file.ts';

/** The files of a project. Loaded again for each use, because another device may have changed them. */
export const projectFilesQuery = (projectId: string, store: ChatStore | null) =>
  queryOptions({
    queryKey: [...chatQueries.all(), 'project-files', projectId],
    queryFn: () => orFromDevice(store, `files ${projectId}`, projectFiles, () => listProjectFiles(projectId)),
    staleTime: 0,
  });

/** The text of a file, which never changes, from this device or the service. Null if the file no longer exists. */
export const readProjectText = async (openFiles: OpenFiles, id: string): Promise<string | null> =>
  (await openFiles()).readThrough(`project/${id}`, () => findProjectText(id));

/** The passages that were sent for a reply. They never change. */
export const replyPassagesQuery = (replyId: string) =>
  queryOptions({
    queryKey: [...chatQueries.all(), 'reply-passages', replyId],
    queryFn: async () => storedPassages.parse(await findReplyPassages(replyId)),
    staleTime: Number.POSITIVE_INFINITY,
  });
