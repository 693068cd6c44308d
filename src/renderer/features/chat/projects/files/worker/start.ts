export type PassageWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

export const startPassageWorker = (): PassageWorker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
