import { whenMemoryExceeded } from '../parts/memory-budget.ts';
import type { ReadReply, ReadRequest } from './protocol.ts';
import { serveReading } from './serve.ts';

// Runs in a worker, because hostile files can use any amount of time and memory, and a worker can be
// terminated.
const reply = (message: ReadReply) => postMessage(message);
whenMemoryExceeded(() => reply({ kind: 'refused', code: 'unpacksTooLarge' }));
addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void serveReading(data, reply);
});
