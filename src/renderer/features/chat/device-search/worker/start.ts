export type IndexWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

export const startIndexWorker = (): IndexWorker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
