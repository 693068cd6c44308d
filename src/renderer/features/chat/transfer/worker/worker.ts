import type { TransferRequest } from './protocol.ts';
import { serveTransfer } from './serve.ts';

// Runs in a worker, because parsing a long history would block the page.
const answer = serveTransfer((message) => postMessage(message));
addEventListener('message', ({ data }: MessageEvent<TransferRequest>) => answer(data));
