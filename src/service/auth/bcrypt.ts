import { Worker } from 'node:worker_threads';
import { compare, hash } from 'bcryptjs';

type BcryptWork =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: number }
  | { readonly kind: 'compare'; readonly password: string; readonly hash: string };
type BcryptValue = string | boolean | null;

export type BcryptJob = BcryptWork & { readonly id: number };
export interface BcryptResult {
  readonly id: number;
  /** Null if bcrypt threw, e.g. because the stored text is not a hash. */
  readonly result: BcryptValue;
}

export interface Bcrypt {
  hash(password: string, cost: number): Promise<string>;
  compare(password: string, hash: string): Promise<boolean>;
}

interface PendingJob {
  readonly work: BcryptWork;
  readonly resolve: (result: BcryptValue) => void;
}

/** Fallback if the worker can't start. */
const runOnThisThread = (work: BcryptWork): Promise<BcryptValue> =>
  (work.kind === 'hash' ? hash(work.password, work.cost) : compare(work.password, work.hash)).catch(
    () => null,
  );

/**
 * Runs bcrypt in a worker thread. It is pure JavaScript and takes about 70 ms per password, which would block every
 * streaming reply on the main thread.
 *
 * The thread starts with the first job and doesn't keep the process alive. If it can't start, e.g. because a bundle
 * lacks its file, the main thread does the work.
 */
export function createBcrypt(script: URL): Bcrypt {
  const waiting = new Map<number, PendingJob>();
  let lastId = 0;
  let worker: Worker | null = null;
  let isBroken = false;

  function giveUp(failed: Worker): void {
    if (worker !== failed) return;
    worker = null;
    isBroken = true;
    const left = [...waiting.values()];
    waiting.clear();
    for (const { work, resolve } of left) void runOnThisThread(work).then(resolve);
  }

  function start(): Worker {
    const started = new Worker(script);
    started.on('message', ({ id, result }: BcryptResult) => {
      waiting.get(id)?.resolve(result);
      waiting.delete(id);
      if (waiting.size === 0) started.unref();
    });
    started.on('error', () => giveUp(started));
    started.on('exit', () => giveUp(started));
    return started;
  }

  function run(work: BcryptWork): Promise<BcryptValue> {
    if (isBroken) return runOnThisThread(work);
    return new Promise((resolve) => {
      lastId += 1;
      waiting.set(lastId, { work, resolve });
      worker ??= start();
      worker.ref();
      worker.postMessage({ ...work, id: lastId } satisfies BcryptJob);
    });
  }

  return {
    async hash(password, cost) {
      const result = await run({ kind: 'hash', password, cost });
      if (typeof result !== 'string') throw new Error('The password could not be hashed.');
      return result;
    },
    compare: async (password, storedHash) =>
      (await run({ kind: 'compare', password, hash: storedHash })) === true,
  };
}
