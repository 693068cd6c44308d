export type TransferWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** Starts the worker that reads files. */
export const startTransferWorker = (): TransferWorker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
