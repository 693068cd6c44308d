type Bytes = Uint8Array<ArrayBuffer>;

export interface StretchRequest {
  readonly passphrase: string;
  readonly salt: Bytes;
}

/** Runs Argon2id in a worker. The worker ends afterwards, so that its memory with the passphrase is freed. */
export function stretchInWorker(request: StretchRequest): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Bytes>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = () => {
      worker.terminate();
      reject(new Error('The passphrase worker failed'));
    };
    worker.postMessage(request);
  });
}
