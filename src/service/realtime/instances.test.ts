import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { Queryable } from '../database/database.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { limits } from './limits.ts';
import { createChangeQueue, type Cursor } from './queue.ts';
import { ada, ben, listen, startRealtime, testTables, type TestServer } from './testing/realtime-server.ts';

describe.runIf(inject('databases').postgres)('realtime of two instances on one PostgreSQL', () => {
  let database: OpenedDatabase;
  let one: TestServer;
  let two: TestServer;

  beforeAll(async () => {
    database = await openTestDatabase('postgres');
    await database.execute(testTables);
    [one, two] = [await startRealtime(database), await startRealtime(database)];
  });
  afterAll(async () => {
    await Promise.all([one.close(), two.close()]);
    await database.close();
  });

  const join = async (server: TestServer, user: string, topic: string) => {
    const received: unknown[] = [];
    const client = await server.client(user);
    const channel = client.channel(topic, { config: { broadcast: { self: false } } });
    await new Promise<void>((resolve) => {
      channel
        .on('broadcast', { event: '*' }, ({ payload }) => received.push(payload))
        .subscribe((status) => status === 'SUBSCRIBED' && resolve());
    });
    return {
      received,
      send: (payload: unknown) => channel.send({ type: 'broadcast', event: 'say', payload }),
    };
  };

  it('sends every change once to the subscribers of both', async () => {
    const listeners = await Promise.all([
      listen(await one.client(ada), { event: 'INSERT' }),
      listen(await two.client(ada), { event: 'INSERT' }),
      listen(await two.client(ben), { event: 'INSERT' }),
    ]);
    await database.query(
      `insert into public.notes (owner, body) select $1, 'note ' || n from generate_series(1, 300) n`,
      [ada],
    );
    await database.query(`insert into public.notes (owner, body) values ($1, 'the last one')`, [ben]);
    await listeners[2]!.receive(1);
    await Promise.all(listeners.slice(0, 2).map((listening) => listening.receive(300)));
    for (const { events } of listeners.slice(0, 2))
      expect(new Set(events.map((event) => event.new['body'])).size).toBe(300);
    expect(listeners.map(({ events }) => events.length)).toEqual([300, 300, 1]);
  });

  it('sends broadcasts to the other instance in order, including those larger than a notification', async () => {
    const topic = randomUUID();
    const [sender, near, far] = [
      await join(one, ada, topic),
      await join(one, ben, topic),
      await join(two, ben, topic),
    ];
    const elsewhere = await join(two, ada, randomUUID());
    const long = 'x'.repeat(100_000);
    const payloads = Array.from({ length: 20 }, (_, number) => ({
      number,
      text: number % 5 === 0 ? long : '🍀',
    }));
    for (const payload of payloads) await sender.send(payload);
    await vi.waitFor(() => expect(far.received).toHaveLength(20), 5_000);
    expect(far.received).toEqual(payloads);
    expect(near.received).toEqual(payloads);
    expect([sender.received, elsewhere.received]).toEqual([[], []]);
  });

  it('misses no change of a transaction that commits after later ones, and does not delete it unread', async () => {
    let time = 0;
    const queue = createChangeQueue(database, () => time);
    const insert = (tx: Queryable, body: string) =>
      tx.query('insert into public.notes (owner, body) values ($1, $2)', [ada, body]);
    const readNew = async (cursor: Cursor) => {
      const page = await queue.read(cursor);
      if (!page) throw new Error('changes were lost');
      return { count: page.changes.length, cursor: page.next };
    };
    const stored = async () =>
      (await database.query('select from clover_realtime.changes where xid = $1::text::xid8', [slowId]))
        .length;
    let slowId = '';
    const written = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const start = await queue.open();
    const slow = database.transaction(async (tx) => {
      await insert(tx, 'slow');
      const [row] = await tx.query<{ id: string }>('select pg_current_xact_id()::text as id');
      slowId = row?.id ?? '';
      written.resolve();
      await release.promise;
    });
    await written.promise;
    await insert(database, 'fast');
    const first = await readNew(start);
    expect(first.count).toBe(1);
    await queue.cleanUp();
    time += limits.keptMs;
    release.resolve();
    await slow;
    await queue.cleanUp();
    expect(await stored()).toBe(1);
    time = 0;
    expect((await readNew(first.cursor)).count).toBe(1);
  });

  it('makes clients join again if their instance has lost changes', async () => {
    const adas = listen(await two.client(ada), { event: 'INSERT', topic: 'again' });
    const { channel } = await adas;
    const joined: string[] = [];
    const rejoined = new Promise<void>((resolve) => {
      channel.on('system', {}, ({ status }: { status: string }) => {
        joined.push(status);
        resolve();
      });
    });
    // PostgreSQL empties unlogged tables after a crash.
    // One statement each, because a truncation of both waits for readers that hold the second table.
    await database.execute('truncate clover_realtime.changes;');
    await database.execute('truncate clover_realtime.epoch;');
    await database.query(`insert into public.notes (owner, body) values ($1, 'after the crash')`, [ada]);
    await rejoined;
    expect(joined).toEqual(['ok']);
    expect(two.logged.map(({ event }) => event)).toContain('realtime.changes-missed');
  }, 20_000);
});
