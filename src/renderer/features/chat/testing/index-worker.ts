import type { IndexReply, IndexRequest } from '../device-search/worker/protocol.ts';
import { serveIndex } from '../device-search/worker/serve.ts';
import type { IndexWorker } from '../device-search/worker/start.ts';

/** Runs on the test's thread, because jsdom has no workers. */
export function startIndexWorker(): IndexWorker {
  let isOver = false;
  const answer = serveIndex((data: IndexReply) => {
    if (!isOver) worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data }));
  });
  const worker: IndexWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (request: IndexRequest) => answer(request),
    terminate: () => void (isOver = true),
  };
  return worker;
}
