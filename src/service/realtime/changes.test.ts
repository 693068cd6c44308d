import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { ada, ben, listen, startRealtime, testTables, type TestServer } from './testing/realtime-server.ts';

describeDatabases('row changes', (open) => {
  let database: Database;
  let server: TestServer;

  beforeAll(async () => {
    database = await open();
    await database.execute(testTables);
    server = await startRealtime(database);
  });
  afterEach(() => server.disconnect());
  afterAll(() => server.close());

  const write = async (owner: string, body: string, id: string = randomUUID()) => {
    await database.query('insert into public.notes (id, owner, body, secret) values ($1, $2, $3, $4)', [
      id,
      owner,
      body,
      'not for clients',
    ]);
    return id;
  };

  it('sends an insert, an update and a delete, in order', async () => {
    const adas = await listen(await server.client(ada));
    expect(adas.system).toMatchObject({ status: 'ok', message: 'Subscribed to PostgreSQL' });

    const id = await write(ada, 'first');
    await adas.receive(1);
    await database.query('update public.notes set body = $1, amount = 7 where id = $2', ['second', id]);
    await adas.receive(2);
    await database.query('delete from public.notes where id = $1', [id]);

    const [inserted, updated, deleted] = await adas.receive(3);
    expect(inserted).toMatchObject({ eventType: 'INSERT', schema: 'public', table: 'notes', errors: null });
    expect(inserted!.new).toEqual({
      id,
      owner: ada,
      body: 'first',
      amount: null,
      tags: null,
      extra: null,
      done: false,
      noted_at: '2026-11-20T23:40:17.32+00:00',
    });
    expect(Number.isNaN(Date.parse(inserted!.commit_timestamp))).toBe(false);
    expect(updated).toMatchObject({ eventType: 'UPDATE', new: { body: 'second', amount: 7 }, old: { id } });
    expect(deleted).toMatchObject({ eventType: 'DELETE', new: {}, old: { id } });
    expect(deleted!.old).toEqual({ id });
  });

  it('has the same types as the REST service', async () => {
    const adas = await listen(await server.client(ada), { event: 'INSERT' });
    await database.query(
      `insert into public.notes (owner, body, amount, tags, extra, done) values ($1, $2, 41, array['a,b', 'c'], '{"deep": [1, null]}', true)`,
      [ada, 'quotes " and \\ and \n and 🍀'],
    );
    const [change] = await adas.receive(1);
    expect(change!.new).toMatchObject({
      body: 'quotes " and \\ and \n and 🍀',
      amount: 41,
      tags: ['a,b', 'c'],
      extra: { deep: [1, null] },
      done: true,
    });
  });

  it('never shows a row to another user', async () => {
    const [adas, bens] = [await listen(await server.client(ada)), await listen(await server.client(ben))];
    await write(ada, 'by Ada');
    await write(ben, 'by Ben');
    await database.query('update public.notes set done = true where owner = $1', [ada]);
    await write(ben, 'by Ben, last');
    await adas.receive(2);
    const seen = await bens.receive(2);
    expect(seen.map((change) => change.new['body'])).toEqual(['by Ben', 'by Ben, last']);
    expect(adas.events.every((change) => change.new['owner'] === ada)).toBe(true);
  });

  it('checks the policies for each event, so that a ban takes effect immediately', async () => {
    const adas = await listen(await server.client(ada), { event: 'INSERT' });
    await write(ada, 'before');
    await adas.receive(1);
    await database.query('insert into public.banned values ($1)', [ada]);
    await write(ada, 'while banned');
    // Once Ben has received a later row, Ada's row has been processed.
    const bens = await listen(await server.client(ben), { event: 'INSERT' });
    await write(ben, 'marker');
    await bens.receive(1);
    await database.query('delete from public.banned');
    await write(ada, 'after');
    const seen = await adas.receive(2);
    expect(seen.map((change) => change.new['body'])).toEqual(['before', 'after']);
  });

  it('leaves out columns that the role may not select', async () => {
    const adas = await listen(await server.client(ada), { event: 'INSERT' });
    await write(ada, 'with a secret');
    const [change] = await adas.receive(1);
    expect(Object.keys(change!.new)).not.toContain('secret');
    expect(JSON.stringify(change)).not.toContain('not for clients');
  });

  it('sends only the requested columns', async () => {
    const adas = await listen(await server.client(ada), { event: 'INSERT', select: ['id', 'body'] });
    const id = await write(ada, 'two columns');
    const [change] = await adas.receive(1);
    expect(change!.new).toEqual({ id, body: 'two columns' });
  });

  it('sends a row over 1 MB with its short columns only, and reports that', async () => {
    const adas = await listen(await server.client(ada), { event: 'INSERT' });
    const id = await write(ada, 'x'.repeat(1024 * 1024));
    const [change] = await adas.receive(1);
    expect(change!.errors).toEqual(['Error 413: Payload Too Large']);
    expect(change!.new).toMatchObject({ id, owner: ada });
    expect(change!.new).not.toHaveProperty('body');
  });

  it('sends nothing for a statement that was rolled back', async () => {
    const adas = await listen(await server.client(ada));
    const rolledBack = database.transaction(async (tx) => {
      await tx.query('insert into public.notes (owner, body) values ($1, $2)', [ada, 'never happened']);
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    await write(ada, 'happened');
    const seen = await adas.receive(1);
    expect(seen.map((change) => change.new['body'])).toEqual(['happened']);
  });

  it('stores no content in the queue', async () => {
    const adas = await listen(await server.client(ada), { event: 'INSERT' });
    const queued = await database.transaction(async (tx) => {
      await tx.query('insert into public.notes (owner, body) values ($1, $2)', [ada, 'content']);
      return tx.query('select * from clover_realtime.changes where xid = pg_current_xact_id()');
    });
    await adas.receive(1);
    expect(queued).toHaveLength(1);
    expect(JSON.stringify(queued)).not.toContain('content');
  });

  it('hides the queue from every client role', async () => {
    const read = (role: 'anon' | 'authenticated' | 'service_role') =>
      database.asCaller({ role }, (tx) => tx.query('select * from clover_realtime.changes'));
    for (const role of ['anon', 'authenticated', 'service_role'] as const)
      await expect(read(role)).rejects.toThrow('permission denied');
  });

  it('sends 200 rows to 8 users, each row once, with many rows per query', async () => {
    const users = Array.from({ length: 8 }, () => randomUUID());
    const clients = await Promise.all(users.map((user) => server.client(user)));
    const all = await Promise.all(
      clients.map((client) => listen(client, { table: 'plain', event: 'INSERT' })),
    );
    const queries = vi.spyOn(database, 'asCaller');
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        database.query('insert into public.plain (room, label) values ($1, $2)', ['burst', `row ${index}`]),
      ),
    );
    const received = await Promise.all(all.map((one) => one.receive(200)));
    for (const events of received) {
      expect(events).toHaveLength(200);
      expect(new Set(events.map((change) => change.new['label'])).size).toBe(200);
    }
    // With one query per row and user, there would be 1,600 queries.
    expect(queries.mock.calls.length).toBeLessThan(400);
    queries.mockRestore();
  });

  it('sends the rows of one statement in one batch', async () => {
    const bens = await listen(await server.client(ben), {
      table: 'plain',
      event: 'INSERT',
      filter: 'room=eq.bulk',
    });
    await database.query(
      `insert into public.plain (room, label) select 'bulk', n::text from generate_series(1, 450) n`,
    );
    const labels = (await bens.receive(450)).map((change) => Number(change.new['label']));
    expect(labels).toEqual(Array.from({ length: 450 }, (_, index) => index + 1));
  });

  it('misses no change that is committed after the subscription was confirmed', async () => {
    // There are no subscribers between the rounds, so each round starts at a new position in the queue.
    for (let round = 0; round < 5; round += 1) {
      const client = await server.client(ben);
      const bens = await listen(client, { table: 'plain', event: 'INSERT', filter: 'room=eq.round' });
      await database.query(`insert into public.plain (room, label) values ('round', $1)`, [String(round)]);
      const seen = await bens.receive(1);
      expect(seen.map((change) => change.new['label'])).toEqual([String(round)]);
      await client.removeAllChannels();
      await database.query(`insert into public.plain (room, label) values ('not received', '')`);
    }
  });
});
