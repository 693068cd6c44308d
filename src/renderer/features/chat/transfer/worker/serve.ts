import { batchesOf, type ImportBatch } from '../batches.ts';
import { openFile } from '../open-file.ts';
import { ImportFileError } from '../transfer-error.ts';
import type { TransferReply, TransferRequest } from './protocol.ts';

/** Handles the messages in the worker: opens one file and returns its chats in batches. */
export function serveTransfer(reply: (message: TransferReply) => void): (request: TransferRequest) => void {
  let batches: AsyncGenerator<ImportBatch> | null = null;

  const open = async (file: Blob) => {
    let shown = 0;
    const onRead = (share: number) => {
      // Progress is reported in steps of 1%.
      if (share < 1 && share - shown < 0.01) return;
      shown = share;
      reply({ kind: 'read', share });
    };
    try {
      const opened = await openFile(file, onRead);
      batches = batchesOf(opened);
      reply({ kind: 'opened', source: opened.source, count: opened.count });
    } catch (error) {
      // The messages of other errors come from the browser and are not meant for the user.
      reply(
        error instanceof ImportFileError ? { kind: 'refused', code: error.code } : { kind: 'unreadable' },
      );
    }
  };
  const next = async () => {
    const batch = await batches?.next();
    reply({ kind: 'batch', batch: batch && !batch.done ? batch.value : null });
  };
  return (request) => void (request.kind === 'open' ? open(request.file) : next());
}
