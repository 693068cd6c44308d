import type { ReadRequest } from './protocol.ts';
import { serveReading } from './serve.ts';

// In a worker, because hostile files can take any time and memory: the page terminates it.
addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void serveReading(data, (message) => postMessage(message));
});
