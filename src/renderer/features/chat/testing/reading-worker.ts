import type { ReadReply, ReadRequest } from '../attachments/reading/worker/protocol.ts';
import { serveReading } from '../attachments/reading/worker/serve.ts';
import type { ReadingWorker } from '../attachments/reading/worker/start.ts';

/** Runs on the test's thread, because jsdom has no workers. */
export function startReadingWorker(): ReadingWorker {
  let isOver = false;
  const reply = (data: ReadReply) => {
    if (!isOver) worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data }));
  };
  const worker: ReadingWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (request: ReadRequest) => void serveReading(request, reply),
    terminate: () => void (isOver = true),
  };
  return worker;
}
