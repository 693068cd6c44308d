import { quotationsIn } from '../../../../../shared/passages/quotations.ts';
import { loadFailureTexts } from '../../../../lib/load-failure-texts.ts';
import type { OpenFiles } from '../../attachments/chat-files.ts';
import type { Passage } from './passage.ts';
import { readProjectText } from './queries.ts';
import type { PassageReply, PassageRequest } from './worker/protocol.ts';
import { startPassageWorker } from './worker/start.ts';

/** In a worker, because a text may be a megabyte. */
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

/**
 * The quotations in a reply that are not word for word in any of the files of which passages were sent. Null if that
 * can't be known, because one of them was removed.
 */
export async function checkQuotations(
  files: OpenFiles,
  reply: string,
  passages: readonly Passage[],
): Promise<readonly string[] | null> {
  if (quotationsIn(reply).length === 0) return [];
  const ids = [...new Set(passages.map(({ file }) => file))];
  const texts = await Promise.all(ids.map((id) => readProjectText(files, id)));
  const known = texts.filter((text) => text !== null);
  const wrong = await checkInWorker(reply, known);
  return wrong.length > 0 && known.length < texts.length ? null : wrong;
}
