import { Worker } from 'node:worker_threads';
import { compare, hash } from 'bcryptjs';

type Work =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: number }
  | { readonly kind: 'compare'; readonly password: string; readonly hash: string };
type Result = string | boolean | null;

/** What the worker is asked; its answer carries the same id. */
export type BcryptJob = Work & { readonly id: number };
export interface BcryptAnswer {
  readonly id: number;
  /** null when bcrypt threw, e.g. at a stored text that is no hash. */
  readonly result: Result;
}

export interface Bcrypt {
  hash(password: string, cost: number): Promise<string>;
  compare(password: string, hash: string): Promise<boolean>;
}

interface Waiting {
  readonly work: Work;
  readonly resolve: (result: Result) => void;
}

/** The same as the worker does, on this thread. */
const here = (work: Work): Promise<Result> =>
  (work.kind === 'hash' ? hash(work.password, work.cost) : compare(work.password, work.hash)).catch(
    () => null,
  );

/**
 * bcrypt on a thread of its own. It is pure JavaScript and takes some 70 ms a password, which on the main thread
 * would hold up every reply that is streaming at that moment.
 *
 * The thread starts with the first job and does not keep the process alive. Where it cannot start, e.g. in a bundle
 * without its file, the work is done here: slower for others, but done.
 */
export function createBcrypt(script: URL): Bcrypt {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let worker: Worker | null = null;
  let isBroken = false;

  function giveUp(failed: Worker): void {
    if (worker !== failed) return;
    worker = null;
    isBroken = true;
    const left = [...waiting.values()];
    waiting.clear();
    for (const { work, resolve } of left) void here(work).then(resolve);
  }

  function start(): Worker {
    const started = new Worker(script);
    started.on('message', ({ id, result }: BcryptAnswer) => {
      waiting.get(id)?.resolve(result);
      waiting.delete(id);
      if (waiting.size === 0) started.unref();
    });
    started.on('error', () => giveUp(started));
    started.on('exit', () => giveUp(started));
    return started;
  }

  function ask(work: Work): Promise<Result> {
    if (isBroken) return here(work);
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
      const result = await ask({ kind: 'hash', password, cost });
      if (typeof result !== 'string') throw new Error('The password could not be hashed.');
      return result;
    },
    compare: async (password, storedHash) =>
      (await ask({ kind: 'compare', password, hash: storedHash })) === true,
  };
}
