export type ReadingWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

export const startReadingWorker = (): ReadingWorker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
