import type { PassageRequest } from './protocol.ts';
import { servePassages } from './serve.ts';

// Runs in a worker, because splitting and counting the words of many pages would block the page.
const answer = servePassages((message) => postMessage(message));
addEventListener('message', ({ data }: MessageEvent<PassageRequest>) => answer(data));
