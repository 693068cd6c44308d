import type { ReadRequest } from './protocol.ts';
import { serveReading } from './serve.ts';

// Runs in a worker, because hostile files can use any amount of time and memory, and a worker can be
// terminated.
addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void serveReading(data, (message) => postMessage(message));
});
