import type { TransferReply, TransferRequest } from '../transfer/worker/protocol.ts';
import { serveTransfer } from '../transfer/worker/serve.ts';
import type { TransferWorker } from '../transfer/worker/start.ts';

/** Runs on the test's thread, because jsdom has no workers. */
export function startTransferWorker(): TransferWorker {
  let isOver = false;
  const answer = serveTransfer((message: TransferReply) => {
    if (!isOver) worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data: message }));
  });
  const worker: TransferWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (request: TransferRequest) => answer(request),
    terminate: () => void (isOver = true),
  };
  return worker;
}
