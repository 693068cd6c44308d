import { loadFailureTexts } from '../../../../lib/load-failure-texts.ts';
import type { ImportSource } from '../import-chats.ts';
import type { TransferSource } from '../open-file.ts';
import { transferTexts as texts } from '../texts.ts';
import { TransferError } from '../transfer-error.ts';
import type { TransferReply, TransferRequest } from './protocol.ts';
import { startTransferWorker } from './start.ts';

export interface ReadFile extends ImportSource {
  readonly source: TransferSource;
}

/**
 * Reads a file in a worker, which keeps the content until the signal aborts or the last chat is read.
 *
 * @param onRead called with the share of the file that has been read (0 to 1)
 * @throws TransferError with a message for the user
 */
export async function readFile(
  file: Blob,
  onRead: (share: number) => void,
  signal: AbortSignal,
): Promise<ReadFile> {
  const worker = startTransferWorker();
  const close = () => worker.terminate();
  signal.addEventListener('abort', close);
  const ask = (request: TransferRequest): Promise<TransferReply> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener('abort', () => reject(signal.reason));
      worker.onerror = () => reject(new TransferError(loadFailureTexts.message));
      worker.onmessage = ({ data }: MessageEvent<TransferReply>) =>
        data.kind === 'read' ? onRead(data.share) : resolve(data);
      worker.postMessage(request);
    });
  try {
    const opened = await ask({ kind: 'open', file });
    if (opened.kind === 'refused') throw new TransferError(texts.refusals[opened.code]);
    if (opened.kind !== 'opened') throw new TransferError(texts.unreadable);
    return {
      source: opened.source,
      count: opened.count,
      async *batches() {
        for (;;) {
          const answer = await ask({ kind: 'next' });
          if (answer.kind !== 'batch' || answer.batch === null) return close();
          yield answer.batch;
        }
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}
