import { describe, expect, it } from 'vitest';
import { silentLog } from '../log.ts';
import type { Change } from './capture.ts';
import { createHub, type Channel } from './hub.ts';
import { createPump } from './pump.ts';
import type { ChangeQueue, Cursor, ChangePage } from './queue.ts';

const change = (key: string): Change => ({
  tableId: '1',
  kind: 'INSERT',
  key,
  identity: null,
  committedAt: '2026-11-21T00:00:00.000Z',
});

const table = { id: '1', schema: 'public', name: 'notes', key: [], identity: [] };
const listening: Channel = {
  topic: 'realtime:notes',
  claims: { role: 'anon' },
  bindings: [
    {
      id: 1,
      event: '*',
      table: { ...table, selectable: { anon: [], authenticated: [], service_role: [] } },
      conditions: [],
      columns: [],
    },
  ],
  send: () => {},
  sendBroadcast: () => {},
};

const cursorOf = (base: string): Cursor => ({ epoch: 'one', base, until: null, after: '0', at: 0 });

/** Creates a queue whose calls only resolve when the test says so, which controls their order. */
function slowQueue() {
  const waiting: { kind: 'open' | 'read'; answer: (value: never) => void }[] = [];
  const call = <Answer>(kind: 'open' | 'read') =>
    new Promise<Answer>((answer) => waiting.push({ kind, answer }));
  const queue: ChangeQueue = {
    open: () => call<Cursor>('open'),
    read: () => call<ChangePage | null>('read'),
    cleanUp: async () => {},
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  let reads = 0;
  const give = async (value: unknown) => {
    waiting.shift()!.answer(value as never);
    await settle();
  };
  return {
    queue,
    pending: async () => {
      await settle();
      return waiting.map(({ kind }) => kind);
    },
    open: () => give(cursorOf('start')),
    lose: () => give(null),
    answer: (keys: readonly string[] = [], isMore = false) =>
      give({ changes: keys.map(change), next: cursorOf(`read ${(reads += 1)}`), isMore }),
  };
}

function start() {
  const slow = slowQueue();
  const hub = createHub();
  const delivered: string[] = [];
  let missed = 0;
  const pump = createPump({
    queue: slow.queue,
    hub,
    deliver: async (changes) => void delivered.push(...changes.map(({ key }) => key)),
    onMissed: () => {
      missed += 1;
      hub.remove(listening);
    },
    log: silentLog,
  });
  return { slow, hub, delivered, pump, missed: () => missed };
}

/** Starts with one subscriber and without waiting calls. */
async function startListening() {
  const started = start();
  const joined = started.pump.subscribe(() => started.hub.add(listening));
  await started.slow.open();
  await joined;
  await started.slow.answer();
  return started;
}

describe('the pump', () => {
  it('adds the first subscribers once its position in the queue is known', async () => {
    const { slow, hub, pump } = start();
    const added: string[] = [];
    const one = pump.subscribe(() => {
      added.push('one');
      hub.add(listening);
    });
    const two = pump.subscribe(() => added.push('two'));
    expect(await slow.pending()).toEqual(['open']);
    expect(added).toEqual([]);
    await slow.open();
    await Promise.all([one, two]);
    expect(added).toEqual(['one', 'two']);
    // Each of the two subscribers may have missed a notification.
    await slow.answer();
    await slow.answer();
    await pump.subscribe(() => added.push('three'));
    expect([added.length, await slow.pending()]).toEqual([3, []]);
  });

  it('delivers what is committed while a subscriber is being added', async () => {
    const { slow, hub, pump, delivered } = start();
    const joined = pump.subscribe(() => hub.add(listening));
    expect(await slow.pending()).toEqual(['open']);
    pump.wake();
    await slow.open();
    await joined;
    expect(await slow.pending()).toEqual(['read']);
    await slow.answer(['a']);
    expect(delivered).toEqual(['a']);
  });

  it('collects what is committed during a batch in the next one', async () => {
    const { slow, pump, delivered } = await startListening();
    for (let notice = 0; notice < 10; notice += 1) pump.wake();
    expect(await slow.pending()).toEqual(['read']);
    pump.wake();
    pump.wake();
    await slow.answer(['a', 'b']);
    expect(await slow.pending()).toEqual(['read']);
    await slow.answer(['c']);
    expect(await slow.pending()).toEqual([]);
    expect(delivered).toEqual(['a', 'b', 'c']);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'misses nothing that is committed %i event loop turns after the end of a batch',
    async (turns) => {
      const { slow, pump, delivered } = await startListening();
      pump.wake();
      await slow.pending();
      const answered = slow.answer(['a']);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      pump.wake();
      await answered;
      expect(await slow.pending()).toEqual(['read']);
      await slow.answer(['b']);
      expect(delivered).toEqual(['a', 'b']);
    },
  );

  it('continues after a full page without a notification', async () => {
    const { slow, pump, delivered } = await startListening();
    pump.wake();
    await slow.pending();
    await slow.answer(['a', 'b'], true);
    expect(await slow.pending()).toEqual(['read']);
    await slow.answer(['c']);
    expect(delivered).toEqual(['a', 'b', 'c']);
    expect(await slow.pending()).toEqual([]);
  });

  it('reads nothing without subscribers, and starts with new changes when the next one arrives', async () => {
    const { slow, hub, pump } = await startListening();
    hub.remove(listening);
    pump.wake();
    expect(await slow.pending()).toEqual([]);
    void pump.subscribe(() => hub.add(listening));
    expect(await slow.pending()).toEqual(['open']);
  });

  it('reports lost changes, and starts again with the next subscriber', async () => {
    const { slow, hub, pump, missed, delivered } = await startListening();
    pump.wake();
    await slow.lose();
    expect(missed()).toBe(1);
    const joined = pump.subscribe(() => hub.add(listening));
    await slow.open();
    await joined;
    await slow.answer(['after']);
    expect(delivered).toEqual(['after']);
  });

  it('reads nothing after it was stopped', async () => {
    const { slow, pump, delivered } = await startListening();
    pump.wake();
    await slow.pending();
    const stopped = pump.stop();
    await slow.answer(['in progress']);
    await stopped;
    pump.wake();
    expect(await slow.pending()).toEqual([]);
    expect(delivered).toEqual(['in progress']);
  });
});
