import type { TransferRequest } from './protocol.ts';
import { serveTransfer } from './serve.ts';

// In a worker, because a long history takes longer to understand than a page may stand still.
const answer = serveTransfer((message) => postMessage(message));
addEventListener('message', ({ data }: MessageEvent<TransferRequest>) => answer(data));
