import type { PassageReply, PassageRequest } from '../projects/files/worker/protocol.ts';
import { servePassages } from '../projects/files/worker/serve.ts';
import type { PassageWorker } from '../projects/files/worker/start.ts';

/** Runs on the test's thread, because jsdom has no workers. */
export function startPassageWorker(): PassageWorker {
  let isOver = false;
  const answer = servePassages((data: PassageReply) => {
    if (!isOver) worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data }));
  });
  const worker: PassageWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (request: PassageRequest) => answer(request),
    terminate: () => void (isOver = true),
  };
  return worker;
}
