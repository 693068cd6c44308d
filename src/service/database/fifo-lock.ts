import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { setImmediate } from 'node:timers';

/** Lets one piece of work at a time through, in the order of arrival. */
export interface FifoLock {
  /** Runs `work` once everything queued before it has ended; its result or its error is passed on. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

const turnOfEventLoop = () => new Promise<void>((resolve) => void setImmediate(resolve));

interface Holder {
  isActive: boolean;
}

/**
 * A first-in-first-out lock.
 *
 * A call from inside the locked work would wait for itself for ever, so it is refused with a sentence instead:
 * a hanging request says nothing about its cause.
 *
 * Between two works the event loop has a turn. A database on this thread never waits for anything outside, so without
 * that turn a queue of statements would hold up every stream and every socket until it is empty.
 */
export function createFifoLock(): FifoLock {
  const holders = new AsyncLocalStorage<Holder>();
  let tail: Promise<unknown> = Promise.resolve();

  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (holders.getStore()?.isActive) {
        throw new Error(
          'The database was called from inside its own transaction and would wait for itself: use the `tx` that was handed in.',
        );
      }
      const holder: Holder = { isActive: true };
      const turn = tail.then(() => holders.run(holder, work));
      const release = () => {
        holder.isActive = false;
      };
      const ended = turn.then(release, release);
      tail = ended.then(turnOfEventLoop);
      await ended;
      return turn;
    },
  };
}

/**
 * Ties a callback to the place that registered it. A notification arrives while some statement still holds the lock;
 * without this its callback would count as running inside that statement.
 */
export function outsideOfLocks<Arguments extends unknown[]>(
  callback: (...parameters: Arguments) => void,
): (...parameters: Arguments) => void {
  return AsyncResource.bind(callback);
}
