import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { quotationsIn } from '../../../../../shared/passages/quotations.ts';
import { loadFailureTexts } from '../../../../lib/load-failure-texts.ts';
import type { OpenFiles } from '../../attachments/chat-files.ts';
import { nullIfUnverified } from '../../attachments/failure.ts';
import type { Message } from '../../chat.ts';
import { chatQueries } from '../../data/queries.ts';
import type { ChatStore } from '../../store/chat-store.ts';
import type { Passage } from './passage.ts';
import { projectFilesQuery, readProjectText } from './queries.ts';
import type { PassageReply, PassageRequest } from './worker/protocol.ts';
import { startPassageWorker } from './worker/start.ts';

/** Checks in a worker, because a text may be a megabyte. */
async function checkInWorker(reply: string, sources: readonly string[]): Promise<readonly string[]> {
  const worker = startPassageWorker();
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  worker.onmessage = ({ data }: MessageEvent<PassageReply>) => {
    if (data.kind === 'checked') resolve(data.quotations);
  };
  worker.onerror = () => reject(new Error(loadFailureTexts.message));
  worker.postMessage({ kind: 'check', reply, sources } satisfies PassageRequest);
  return promise.finally(() => worker.terminate());
}

interface CheckServices {
  readonly client: QueryClient;
  readonly store: ChatStore | null;
  readonly files: OpenFiles;
}

export interface CheckedReply {
  readonly content: string;
  readonly chatId: string | null;
  /** Null if the chat was moved out of its project. */
  readonly projectId: string | null;
  /** The passages that were sent, without files that failed verification. */
  readonly passages: readonly Passage[];
}

/** The number of texts in memory at the same time. */
const batch = 10;

/**
 * Returns the quotations in a reply that appear word for word neither in a file of the project nor in what the user has
 * written or attached in the loaded part of the chat. Null if this is unknown, because the text of a sent file is
 * missing.
 */
export async function checkQuotations(
  { client, store, files }: CheckServices,
  { content, chatId, projectId, passages }: CheckedReply,
): Promise<readonly string[] | null> {
  if (quotationsIn(content).length === 0) return [];
  const read = (ids: readonly string[]) =>
    Promise.all(ids.map((id) => nullIfUnverified(readProjectText(files, id))));
  const sent = [...new Set(passages.map(({ file }) => file))];
  const texts = await read(sent);
  const known = texts.filter((text) => text !== null);
  let wrong = await checkInWorker(content, [...known, ...(await readOwnTexts(client, files, chatId))]);
  // Other files are read only if needed: the reply may quote one that an earlier reply used.
  const listed =
    projectId === null || wrong.length === 0
      ? []
      : await client.fetchQuery(projectFilesQuery(projectId, store, files));
  const others = listed.map(({ id }) => id).filter((id) => !sent.includes(id));
  for (let from = 0; from < others.length && wrong.length > 0; from += batch) {
    // oxlint-disable-next-line no-await-in-loop -- a few texts in memory at a time
    const more = (await read(others.slice(from, from + batch))).filter((text) => text !== null);
    // oxlint-disable-next-line no-await-in-loop -- see above
    const notThere = await checkInWorker(content, more);
    wrong = wrong.filter((quotation) => notThere.includes(quotation));
  }
  return wrong.length > 0 && known.length < texts.length ? null : wrong;
}

/** Reads the texts that the user has written or attached in the loaded messages. */
async function readOwnTexts(
  client: QueryClient,
  files: OpenFiles,
  chatId: string | null,
): Promise<readonly string[]> {
  const loaded =
    chatId === null
      ? undefined
      : client.getQueryData<InfiniteData<Message[]>>(chatQueries.messages(chatId).queryKey);
  const own = (loaded?.pages.flat() ?? []).filter(({ role }) => role !== 'assistant');
  const documents = own.flatMap(({ attachments = [] }) =>
    attachments.filter(({ kind }) => kind === 'document'),
  );
  const attached =
    documents.length === 0
      ? []
      : await files().then((opened) =>
          Promise.all(documents.map((file) => nullIfUnverified(opened.readText(file)))),
        );
  return [...own.map(({ content }) => content), ...attached.filter((text) => text !== null)];
}
