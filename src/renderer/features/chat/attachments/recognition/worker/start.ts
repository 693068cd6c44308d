export type RecognitionWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

export const startRecognitionWorker = (): RecognitionWorker =>
  new Worker(new URL('./recognizer-worker.ts', import.meta.url), { type: 'module' });
