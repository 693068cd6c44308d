import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { openTestDatabase } from '../testing/databases.ts';
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
    const heard: unknown[] = [];
    const client = await server.client(user);
    const channel = client.channel(topic, { config: { broadcast: { self: false } } });
    await new Promise<void>((resolve) => {
      channel
        .on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload))
        .subscribe((status) => status === 'SUBSCRIBED' && resolve());
    });
    return { heard, send: (payload: unknown) => channel.send({ type: 'broadcast', event: 'say', payload }) };
  };

  it('brings every change to the subscribers of both, once', async () => {
    const heard = await Promise.all([
      listen(await one.client(ada), { event: 'INSERT' }),
      listen(await two.client(ada), { event: 'INSERT' }),
      listen(await two.client(ben), { event: 'INSERT' }),
    ]);
    await database.query(
      `insert into public.notes (owner, body) select $1, 'note ' || n from generate_series(1, 300) n`,
      [ada],
    );
    await database.query(`insert into public.notes (owner, body) values ($1, 'the last one')`, [ben]);
    await heard[2]!.heard(1);
    await Promise.all(heard.slice(0, 2).map((listening) => listening.heard(300)));
    for (const { events } of heard.slice(0, 2))
      expect(new Set(events.map((event) => event.new['body'])).size).toBe(300);
    expect(heard.map(({ events }) => events.length)).toEqual([300, 300, 1]);
  });

  it('brings broadcasts to the other instance in their order, also those larger than a notice', async () => {
    const topic = randomUUID();
    const [sender, near, far] = [
      await join(one, ada, topic),
      await join(one, ben, topic),
      await join(two, ben, topic),
    ];
    const elsewhere = await join(two, ada, randomUUID());
    const long = 'x'.repeat(100_000);
    const said = Array.from({ length: 20 }, (_, number) => ({
      number,
      text: number % 5 === 0 ? long : '🍀',
    }));
    for (const payload of said) await sender.send(payload);
    await vi.waitFor(() => expect(far.heard).toHaveLength(20), 5_000);
    expect(far.heard).toEqual(said);
    expect(near.heard).toEqual(said);
    expect([sender.heard, elsewhere.heard]).toEqual([[], []]);
  });

  it('lets clients of an instance join again when changes were lost', async () => {
    const hers = listen(await two.client(ada), { event: 'INSERT', topic: 'again' });
    const { channel } = await hers;
    const joined: string[] = [];
    const rejoined = new Promise<void>((resolve) => {
      channel.on('system', {}, ({ status }: { status: string }) => {
        joined.push(status);
        resolve();
      });
    });
    // What PostgreSQL does with unlogged tables after a crash.
    await database.execute('truncate clover_realtime.changes, clover_realtime.epoch;');
    await database.query(`insert into public.notes (owner, body) values ($1, 'after the crash')`, [ada]);
    await rejoined;
    expect(joined).toEqual(['ok']);
    expect(two.logged.map(({ event }) => event)).toContain('realtime.changes-missed');
  }, 20_000);
});
