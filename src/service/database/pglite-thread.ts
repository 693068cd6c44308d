import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { PgliteOptions, WorkerAnswer, WorkerRequest, PgliteWorkerOptions } from './pglite-settings.ts';
import { ConnectionLost } from './unavailable.ts';

/** The worker's file is next to this one, both in the sources (.ts) and in the bundle (.js). */
const script = new URL(
  import.meta.url.endsWith('.ts') ? './pglite-worker.ts' : './pglite-worker.js',
  import.meta.url,
);

// Resolving the package itself would find its file for CommonJS, which the desktop app doesn't contain.
const wasm = join(
  dirname(findPackageJSON('@electric-sql/pglite', import.meta.url) ?? ''),
  'dist',
  'pglite.wasm',
);

/** A global of Node that only the DOM's types declare. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

let compiled: Promise<object> | undefined;

/**
 * Compiles PGlite once and keeps the code until the process ends. V8 can abort the process when a thread ends and its
 * compiled WebAssembly is freed (nodejs/node#64500), and a thread opens faster with compiled code.
 */
function compilePglite(): Promise<object> {
  // V8's optimizing compiler needs 500 MB for a moment after the start, and its code another 150 MB permanently.
  // Without it, small statements are as fast and calculations over many rows take twice as long.
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  compiled ??= readFile(wasm).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/** The part of a socket that postgres.js uses, connected to the worker. */
class PgliteSocket extends EventEmitter {
  readyState: 'open' | 'closed' = 'open';
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void;

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    super();
    this.#send = send;
  }

  write(bytes: Uint8Array): boolean {
    // Copies the bytes, because postMessage would transfer their buffer, which is shared.
    if (this.readyState === 'open') this.#send(new Uint8Array(bytes));
    return true;
  }

  end(): void {
    this.destroy();
  }

  destroy(error?: Error): void {
    if (this.readyState === 'closed') return;
    this.readyState = 'closed';
    if (error && this.listenerCount('error') > 0) this.emit('error', error);
    this.emit('close', error !== undefined);
  }
}

export interface PgliteThread {
  readonly socket: PgliteSocket;
  /** Size of PGlite's memory in bytes. It never shrinks. */
  readonly memory: number;
  dump(compression: 'none' | 'gzip'): Promise<Uint8Array>;
  /** Writes everything to the files and ends the thread. */
  close(): Promise<void>;
  /** Ends the thread abruptly, like a crash. */
  kill(): Promise<void>;
}

interface PendingRequest {
  readonly resolve: (answer: WorkerAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** Starts PGlite in a thread. When the thread ends, the socket breaks as if a server had crashed. */
export async function startPglite(start: PgliteOptions): Promise<PgliteThread> {
  const workerData: PgliteWorkerOptions = { ...start, wasm: await compilePglite() };
  const worker = new Worker(script, { workerData });
  const waiting: PendingRequest[] = [];
  const opened = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<void>();
  let reason: Error | null = null;

  function giveUp(error: Error): void {
    reason ??= error;
    opened.reject(reason);
    for (const { reject } of waiting.splice(0)) reject(reason);
    thread.socket.destroy(reason);
  }

  function send(request: WorkerRequest): Promise<WorkerAnswer> {
    if (reason) return Promise.reject(reason);
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      worker.postMessage(request, request.kind === 'wire' ? [request.bytes.buffer] : []);
    });
  }

  async function bytesOf(request: WorkerRequest): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await send(request);
    if (answer.kind === 'bytes') {
      thread.memory = answer.memory;
      return answer.bytes;
    }
    throw new Error(answer.kind === 'failed' ? answer.message : 'PGlite sent an unexpected response.');
  }

  const thread = {
    memory: 0,
    socket: new PgliteSocket((bytes) => {
      bytesOf({ kind: 'wire', bytes }).then(
        (answer) => {
          if (answer.length > 0) thread.socket.emit('data', Buffer.from(answer.buffer));
        },
        (error: Error) => {
          giveUp(error);
          void worker.terminate();
        },
      );
    }),
    dump: (compression: 'none' | 'gzip') => bytesOf({ kind: 'dump', compression }),
    async close() {
      if (!reason) await send({ kind: 'close' }).catch(() => {});
      await thread.kill();
    },
    async kill() {
      giveUp(new ConnectionLost());
      await worker.terminate();
      await exited.promise;
    },
  };

  worker.on('message', (answer: WorkerAnswer) => {
    if (answer.kind === 'opened') return opened.resolve();
    const first = waiting.shift();
    if (first) first.resolve(answer);
    else if (answer.kind === 'failed') giveUp(new Error(answer.message));
  });
  worker.on('error', (error) => giveUp(new ConnectionLost({ cause: error })));
  worker.on('exit', () => {
    giveUp(new ConnectionLost());
    exited.resolve();
  });
  try {
    await opened.promise;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return thread;
}
