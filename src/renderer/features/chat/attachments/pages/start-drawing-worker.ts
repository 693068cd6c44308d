export type DrawingWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

export const startDrawingWorker = (): DrawingWorker =>
  new Worker(new URL('./drawing-worker.ts', import.meta.url), { type: 'module' });
