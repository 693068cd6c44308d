import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMemoryStorage } from '../testing/memory-outbox.ts';
import type { ExecuteResult, Operation } from './operation.ts';
import { Outbox } from './outbox.ts';

const rename = (id: string, chatId = 'chat', title = id): Operation => ({
  kind: 'rename',
  id,
  chatId,
  title,
  createdAt: 0,
});
const remove = (id: string, chatId = 'chat'): Operation => ({ kind: 'delete', id, chatId, createdAt: 0 });
const ids = (operations: readonly Operation[]) => operations.map(({ id }) => id);

/** Opens a tab. With the same storage, it is another tab of the same account. */
function openTab(storage = createMemoryStorage(), userId = crypto.randomUUID()) {
  const executed: string[] = [];
  const ended: (readonly [string, unknown])[] = [];
  const results = new Map<string, ExecuteResult>();
  const service: { result: ExecuteResult } = { result: 'done' };
  const outbox = new Outbox({
    userId,
    store: storage,
    execute: async ({ id }) => {
      executed.push(id);
      return results.get(id) ?? service.result;
    },
    onEnd: ({ id }, end) => ended.push([id, end]),
  });
  onTestFinished(() => outbox.dispose());
  return { outbox, storage, executed, ended, results, service, userId };
}

describe('an operation', () => {
  it('is saved before it is tried, and deleted when it is done', async () => {
    const { outbox, storage, executed, ended } = openTab();
    const add = vi.spyOn(storage, 'add').mockImplementation(async (operation) => {
      expect([executed, ids(outbox.all())]).toEqual([[], ['a']]);
      storage.saved.push(operation);
      return true;
    });
    const outcome = outbox.outcome('a');
    await outbox.add(rename('a'));
    expect(await outcome).toBe('done');
    expect(add).toHaveBeenCalledOnce();
    expect([executed, outbox.all(), storage.saved, ended]).toEqual([['a'], [], [], [['a', 'done']]]);
  });

  it('leaves the outbox with the reason if it is refused, and the next one is executed', async () => {
    const { outbox, results, ended, service } = openTab();
    service.result = 'offline';
    await outbox.add(rename('a'));
    await outbox.add(rename('b'));
    results.set('a', { refused: 'Your account is suspended.' });
    service.result = 'done';
    await outbox.run();
    expect(ended).toEqual([
      ['a', { refused: 'Your account is suspended.' }],
      ['b', 'done'],
    ]);
  });

  it('can be canceled and replaced while it waits', async () => {
    const { outbox, storage, service } = openTab();
    service.result = 'offline';
    const outcome = outbox.outcome('a');
    await outbox.add(rename('a'));
    expect(await outcome).toBe('waiting');
    await outbox.add(rename('b'));
    outbox.replace(rename('b', 'chat', 'Other title'));
    outbox.cancel('a');
    await vi.waitFor(() => expect(storage.saved).toEqual([rename('b', 'chat', 'Other title')]));
    expect(outbox.all()).toEqual(storage.saved);
  });

  it('is executed even if it could not be saved', async () => {
    const { outbox, storage, executed, service } = openTab();
    vi.spyOn(storage, 'add').mockResolvedValue(false);
    service.result = 'offline';
    await outbox.add(rename('a'));
    service.result = 'done';
    await outbox.run();
    expect([executed, outbox.all()]).toEqual([['a', 'a'], []]);
  });
});

describe('operations', () => {
  it('are executed in order, and wait together for the service', async () => {
    const { outbox, executed, service } = openTab();
    service.result = 'offline';
    for (const id of ['c', 'a', 'b']) await outbox.add(rename(id, id));
    expect(ids(outbox.waiting())).toEqual(['c', 'a', 'b']);
    executed.splice(0);
    service.result = 'done';
    await Promise.all([outbox.run(), outbox.run()]);
    expect([executed, outbox.waiting()]).toEqual([['c', 'a', 'b'], []]);
  });

  it('of a busy chat wait without delaying the other chats', async () => {
    const { outbox, executed, results } = openTab();
    results.set('a1', 'busy');
    await outbox.add(rename('a1', 'a'));
    await outbox.add(rename('a2', 'a'));
    await outbox.add(rename('b1', 'b'));
    expect(ids(outbox.all())).toEqual(['a1', 'a2']);
    expect(outbox.waiting()).toEqual([]);
    results.clear();
    await outbox.run();
    expect(executed.filter((id) => id !== 'a1')).toEqual(['b1', 'a2']);
  });

  it('are not executed if their chat will be deleted', async () => {
    const { outbox, executed, ended, service } = openTab();
    service.result = 'offline';
    await outbox.add(rename('a'));
    await outbox.add(remove('b'));
    executed.splice(0);
    service.result = 'done';
    await outbox.run();
    expect([executed, outbox.all()]).toEqual([['b'], []]);
    expect(ended).toEqual([
      ['b', 'done'],
      ['a', 'done'],
    ]);
  });

  it('of an earlier visit are executed in order of arrival, regardless of the clock', async () => {
    const storage = createMemoryStorage([
      { ...rename('first'), createdAt: Date.now() + 86_400_000 },
      { ...rename('second'), createdAt: 0 },
    ]);
    const { outbox, executed } = openTab(storage);
    await outbox.restore();
    expect(executed).toEqual(['first', 'second']);
  });

  it('are saved if the last page had no time for it, and are executed after its saved ones', async () => {
    const storage = createMemoryStorage([rename('saved')], [rename('typed last')]);
    const { outbox, executed, service } = openTab(storage);
    service.result = 'offline';
    await outbox.restore();
    expect(ids(storage.saved)).toEqual(['saved', 'typed last']);
    service.result = 'done';
    await outbox.run();
    expect([executed.slice(-2), outbox.all(), storage.saved]).toEqual([['saved', 'typed last'], [], []]);
  });
});

describe('retries', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('have growing pauses, measured by elapsed time, and start immediately when the network is back', async () => {
    const { outbox, executed, service } = openTab();
    service.result = 'offline';
    await outbox.add(rename('a'));
    vi.setSystemTime(Date.now() - 86_400_000);
    const attempts: number[] = [];
    for (let second = 0; second < 60; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      attempts.push(executed.length);
    }
    expect([attempts[0], attempts[2], attempts[7], attempts[17], attempts[37]]).toEqual([2, 3, 4, 5, 6]);
    service.result = 'done';
    outbox.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(outbox.all()).toEqual([]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(executed).toHaveLength(attempts.at(-1)! + 1);
  });
});

/** jsdom has no locks. */
function useLocks(): void {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: unknown, act: () => Promise<void>) => (last = last.then(act));
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}

describe('two tabs of one account', () => {
  it('show the same operations, and each is executed by one of them', async () => {
    useLocks();
    const first = openTab();
    const second = openTab(first.storage, first.userId);
    first.service.result = 'offline';
    await first.outbox.add(rename('a'));
    await vi.waitFor(() => expect(ids(second.outbox.all())).toEqual(['a']));
    first.service.result = 'done';
    await Promise.all([first.outbox.run(), second.outbox.run()]);
    await vi.waitFor(() => expect([first.outbox.all(), second.outbox.all()]).toEqual([[], []]));
    expect([...first.executed, ...second.executed]).toHaveLength(2);
    await vi.waitFor(() => expect([first.ended, second.ended]).toEqual([[['a', 'done']], [['a', 'done']]]));
  });

  it('do not wait for each other forever', async () => {
    const timedOut = new DOMException('The operation timed out.', 'TimeoutError');
    const request = () => Promise.reject(timedOut);
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
    const { outbox, executed } = openTab();
    await outbox.add(rename('a'));
    expect(executed).toEqual(['a']);
  });

  it("of different accounts do not see each other's operations", async () => {
    const first = openTab();
    const other = openTab();
    first.service.result = 'offline';
    await first.outbox.add(rename('a'));
    await other.outbox.restore();
    expect(other.outbox.all()).toEqual([]);
  });
});
