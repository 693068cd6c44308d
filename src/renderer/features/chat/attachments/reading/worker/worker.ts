import type { ReadRequest } from './protocol.ts';
import { serveReading } from './serve.ts';

// In a worker, because hostile files can use any amount of time and memory, and the page can terminate a
// worker.
addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void serveReading(data, (message) => postMessage(message));
});
