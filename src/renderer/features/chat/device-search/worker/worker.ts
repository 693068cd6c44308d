import '../../../../lib/zod-setup.ts';
import type { IndexRequest } from './protocol.ts';
import { serveIndex } from './serve.ts';

// Runs in a worker, because indexing a long history would block the page.
const answer = serveIndex((message) => postMessage(message));
addEventListener('message', ({ data }: MessageEvent<IndexRequest>) => answer(data));
