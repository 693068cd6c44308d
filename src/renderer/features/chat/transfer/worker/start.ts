export type TransferWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

export const startTransferWorker = (): TransferWorker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
