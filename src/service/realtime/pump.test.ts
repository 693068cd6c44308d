import { describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { silentLog } from '../log.ts';
import type { Change } from './capture.ts';
import { createHub, type Channel } from './hub.ts';
import { limits } from './limits.ts';
import { createPump } from './pump.ts';

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

/** A queue whose answers wait until the test lets them go, so that the order of things is the test's. */
function slowQueue() {
  const held: { kind: 'empty' | 'take'; answer: (rows: Change[]) => void }[] = [];
  const database = {
    kind: 'pglite',
    query: (sql: string) =>
      new Promise((answer) => held.push({ kind: sql.includes('returning') ? 'take' : 'empty', answer })),
  } as unknown as Database;
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    database,
    /** What was asked and not answered yet. */
    asked: async () => {
      await settle();
      return held.map(({ kind }) => kind);
    },
    answer: async (rows: Change[] = []) => {
      held.shift()!.answer(rows);
      await settle();
    },
  };
}

function start() {
  const queue = slowQueue();
  const hub = createHub();
  const delivered: string[] = [];
  const deliver = async (changes: readonly Change[]) => {
    delivered.push(...changes.map(({ key }) => key));
  };
  return { queue, hub, delivered, pump: createPump(queue.database, hub, deliver, silentLog) };
}

describe('the pump', () => {
  it('lets the first subscriber in only when the old changes were thrown away', async () => {
    const { queue, hub, pump } = start();
    const added: string[] = [];
    const one = pump.subscribe(() => {
      added.push('one');
      hub.add(listening);
    });
    const two = pump.subscribe(() => added.push('two'));
    expect(await queue.asked()).toEqual(['empty']);
    expect(added).toEqual([]);
    await queue.answer();
    await Promise.all([one, two]);
    expect(added).toEqual(['one', 'two']);
    // From here on every change counts: the next subscriber throws nothing away.
    await pump.subscribe(() => added.push('three'));
    expect(await queue.asked()).toEqual([]);
  });

  it('takes at once what is committed while a subscriber is on the way in', async () => {
    const { queue, hub, pump, delivered } = start();
    const joined = pump.subscribe(() => hub.add(listening));
    expect(await queue.asked()).toEqual(['empty']);
    pump.wake();
    expect(await queue.asked()).toEqual(['empty', 'take']);
    await queue.answer();
    await joined;
    await queue.answer([change('a')]);
    expect(delivered).toEqual(['a']);
  });

  it('gathers what is committed during a batch into the next one', async () => {
    const { queue, hub, pump, delivered } = start();
    hub.add(listening);
    for (let notice = 0; notice < 10; notice += 1) pump.wake();
    expect(await queue.asked()).toEqual(['take']);
    pump.wake();
    pump.wake();
    await queue.answer([change('a'), change('b')]);
    expect(await queue.asked()).toEqual(['take']);
    await queue.answer([change('c')]);
    expect(await queue.asked()).toEqual([]);
    expect(delivered).toEqual(['a', 'b', 'c']);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'misses nothing that is committed %i turns after the end of a batch',
    async (turns) => {
      const { queue, hub, pump, delivered } = start();
      hub.add(listening);
      pump.wake();
      await queue.asked();
      const answered = queue.answer([change('a')]);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      pump.wake();
      await answered;
      expect(await queue.asked()).toEqual(['take']);
      await queue.answer([change('b')]);
      expect(delivered).toEqual(['a', 'b']);
    },
  );

  it('goes on after a full batch without being told', async () => {
    const { queue, hub, pump, delivered } = start();
    hub.add(listening);
    pump.wake();
    await queue.asked();
    await queue.answer(Array.from({ length: limits.batch }, (_, index) => change(String(index))));
    expect(await queue.asked()).toEqual(['take']);
    await queue.answer([change('last')]);
    expect(delivered).toHaveLength(limits.batch + 1);
    expect(await queue.asked()).toEqual([]);
  });

  it('keeps the queue short while nobody listens, and does not read it', async () => {
    const { queue, pump } = start();
    for (let notice = 1; notice < limits.unreadNotices; notice += 1) pump.wake();
    expect(await queue.asked()).toEqual([]);
    pump.wake();
    expect(await queue.asked()).toEqual(['empty']);
  });

  it('takes nothing more once it was stopped', async () => {
    const { queue, hub, pump, delivered } = start();
    hub.add(listening);
    pump.wake();
    await queue.asked();
    const stopped = pump.stop();
    await queue.answer([change('under way')]);
    await stopped;
    pump.wake();
    expect(await queue.asked()).toEqual([]);
    expect(delivered).toEqual(['under way']);
  });
});
