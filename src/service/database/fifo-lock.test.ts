import { describe, expect, it } from 'vitest';
import { createFifoLock, outsideOfLocks } from './fifo-lock.ts';

describe('the lock', () => {
  it('lets work through one at a time, in the order of arrival', async () => {
    const lock = createFifoLock();
    const seen: string[] = [];
    const work = (name: string, turns: number) =>
      lock.run(async () => {
        seen.push(`${name} begins`);
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        seen.push(`${name} ends`);
        return name;
      });
    expect(await Promise.all([work('a', 5), work('b', 0), work('c', 2)])).toEqual(['a', 'b', 'c']);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('leaves the event loop a turn between two works, so that a queue of them holds nothing else up', async () => {
    const lock = createFifoLock();
    const seen: string[] = [];
    setImmediate(() => seen.push('something else'));
    await Promise.all(['a', 'b'].map((name) => lock.run(async () => void seen.push(name))));
    expect(seen).toEqual(['a', 'something else', 'b']);
  });

  it('passes an error on and lets the next one through', async () => {
    const lock = createFifoLock();
    const failing = lock.run(() => Promise.reject(new Error('broken')));
    const next = lock.run(() => Promise.resolve('well'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('well');
  });

  it('refuses a call from inside, which would wait for itself', async () => {
    const lock = createFifoLock();
    await expect(lock.run(() => lock.run(() => Promise.resolve()))).rejects.toThrow('use the `tx`');
    expect(await lock.run(() => Promise.resolve('free again'))).toBe('free again');
  });

  it('does not mistake what was started inside for inside, once the work has ended', async () => {
    const lock = createFifoLock();
    const gate = Promise.withResolvers<void>();
    const later = await lock.run(() =>
      Promise.resolve({ done: gate.promise.then(() => lock.run(() => Promise.resolve('in'))) }),
    );
    gate.resolve();
    expect(await later.done).toBe('in');
  });

  it('lets a callback that was registered outside queue up, even when it is called inside', async () => {
    const lock = createFifoLock();
    const queued = Promise.withResolvers<string>();
    const callback = outsideOfLocks(() => {
      lock.run(() => Promise.resolve('queued')).then(queued.resolve, queued.reject);
    });
    await lock.run(() => Promise.resolve(callback()));
    expect(await queued.promise).toBe('queued');
  });
});
