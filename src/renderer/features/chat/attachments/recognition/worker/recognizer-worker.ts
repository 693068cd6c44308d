import type { RecognitionRequest } from './protocol.ts';
import { serveRecognition } from './serve.ts';

// Runs in a worker, because recognition takes seconds and only this worker may compile WebAssembly
// (src/shared/recognizer.ts).
addEventListener('message', ({ data }: MessageEvent<RecognitionRequest>) => {
  void serveRecognition(data, (message) => postMessage(message));
});
