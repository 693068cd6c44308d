import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { actAs } from '../database/caller.ts';
import { currentCaller } from '../database/request-caller.ts';
import { TooManyRequests } from '../database/fair-queue.ts';
import { describeDatabases } from '../testing/databases.ts';
import { ada, ben, listen, startRealtime, testTables, type TestServer } from './testing/realtime-server.ts';

/** Evaluates the same condition in PostgreSQL, like the hosted service. */
function inSql(condition: string): string {
  const signs: Readonly<Record<string, string>> = {
    eq: '=',
    neq: '<>',
    gt: '>',
    gte: '>=',
    lt: '<',
    lte: '<=',
  };
  const [, column = '', operator = '', value = ''] = /^(\w+)=(\w+)\.(.*)$/.exec(condition) ?? [];
  const type = column === 'weight' ? 'float4' : 'numeric';
  if (operator === 'in')
    return `${column} in (${value
      .slice(1, -1)
      .split(',')
      .map((one) => `'${one}'::${type}`)
      .join(',')})`;
  return `${column} ${signs[operator]} '${value}'::${type}`;
}

describeDatabases('change filters', (open) => {
  let database: Database;
  let server: TestServer;

  beforeAll(async () => {
    database = await open();
    await database.execute(testTables);
    server = await startRealtime(database);
  });
  afterEach(() => server.disconnect());
  afterAll(() => server.close());

  const label = (room: string, text: string | null) =>
    database.query('insert into public.plain (room, label) values ($1, $2)', [room, text]);

  it.each([
    ['label=eq.apple', ['apple']],
    ['label=neq.apple', ['banana', 'Cherry, red', 'it"s', '100%']],
    ['label=in.(apple,"Cherry, red")', ['apple', 'Cherry, red']],
    ['label=not.in.(apple,banana)', ['Cherry, red', 'it"s', '100%']],
    ['label=like.%an%', ['banana']],
    ['label=ilike.cherry%', ['Cherry, red']],
    ['label=like.%\\%', ['100%']],
    ['label=not.like.%a%', ['Cherry, red', 'it"s', '100%']],
    ['label=eq."it\\"s"', ['it"s']],
    ['label=is.null', [null]],
    ['label=not.is.null', ['apple', 'banana', 'Cherry, red', 'it"s', '100%']],
    ['label=isdistinct.apple', ['banana', 'Cherry, red', 'it"s', '100%', null]],
    ['label=gt.apple,label=lt.c', ['banana']],
  ])('sends only the rows that match %s', async (condition, expected) => {
    const room = randomUUID();
    const client = await server.client(ada);
    const filtered = await listen(client, {
      table: 'plain',
      event: 'INSERT',
      filter: `room=eq.${room},${condition}`,
    });
    const all = await listen(client, { table: 'plain', event: 'INSERT', filter: `room=eq.${room}` });
    for (const text of ['apple', 'banana', 'Cherry, red', 'it"s', '100%', null]) await label(room, text);
    await all.receive(6);
    expect(filtered.events.map((change) => change.new['label'])).toEqual(expected);
  });

  it.each([
    ['price=eq.0.1', ['0.10']],
    ['price=eq.12345678901234567890.124', ['12345678901234567890.124']],
    ['price=gt.12345678901234567890.1235', ['12345678901234567890.124', 'NaN']],
    ['price=lt.-2.5e-1', ['-2.5']],
    ['price=in.(.10,-2.50)', ['0.10', '-2.5']],
    ['price=gte.1e19', ['12345678901234567890.123', '12345678901234567890.124', 'NaN']],
    ['price=neq.NaN', ['0.10', '-2.5', '0', '12345678901234567890.123', '12345678901234567890.124']],
    ['price=lte.-0', ['-2.5', '0']],
    ['weight=eq.0.100000001', ['0.10']],
  ])('compares numeric columns exactly, as PostgreSQL does: %s', async (condition, expected) => {
    const room = randomUUID();
    const client = await server.client(ada);
    const rows = `room=eq.${room}`;
    const filtered = await listen(client, {
      table: 'plain',
      event: 'INSERT',
      filter: `${rows},${condition}`,
    });
    const all = await listen(client, { table: 'plain', event: 'INSERT', filter: rows });
    const prices = ['0.10', '-2.5', '0', '12345678901234567890.123', '12345678901234567890.124', 'NaN'];
    for (const price of prices)
      await database.query(
        'insert into public.plain (room, label, price, weight) values ($1, $2::text, $2::text::numeric, least(abs($2::text::numeric), 9)::float4)',
        [room, price],
      );
    await all.receive(prices.length);
    expect(filtered.events.map((change) => change.new['label'])).toEqual(expected);
    const [{ labels } = { labels: [] }] = await database.query<{ labels: string[] }>(
      `select array_agg(label order by id) as labels from public.plain where room = $1 and ${inSql(condition)}`,
      [room],
    );
    expect(labels).toEqual(expected);
  });

  it('refuses a value that is not a number', async () => {
    const client = await server.client(ada);
    for (const value of ['1.2.3', 'ten', '', '1e', '0x'])
      expect((await listen(client, { table: 'plain', filter: `price=eq.${value}` })).system.status).toBe(
        'error',
      );
  });

  it('matches no pattern against text of more than 1,000 characters', async () => {
    const room = randomUUID();
    const client = await server.client(ada);
    const options = (condition: string) =>
      listen(client, { table: 'plain', event: 'INSERT', filter: `room=eq.${room}${condition}` });
    const listening = [await options(',label=like.%b'), await options(',label=not.ilike.%c')];
    const all = await options('');
    for (const text of [`${'a'.repeat(999)}b`, `${'a'.repeat(1_000)}b`]) await label(room, text);
    await all.receive(2);
    for (const { events } of listening)
      expect(events.map((change) => String(change.new['label']).length)).toEqual([1_000]);
  });

  it('finds rows by ids that are too large for a JavaScript number', async () => {
    const [id, neighbor] = ['9007199254740993', '9007199254740992'];
    const client = await server.client(ada);
    const listening = await listen(client, { table: 'plain', event: '*', filter: `id=eq.${id}` });
    for (const one of [neighbor, id])
      await database.query('insert into public.plain (id, label) values ($1, $2)', [one, one]);
    // Rows are read when they are sent, so each step waits for the previous one.
    await listening.receive(1);
    await database.query('update public.plain set label = $2 where id = $1', [id, 'changed']);
    await listening.receive(2);
    for (const one of [neighbor, id]) await database.query('delete from public.plain where id = $1', [one]);
    const events = await listening.receive(3);
    expect(events.map((event) => [event.eventType, (event.new as { label?: string }).label])).toEqual([
      ['INSERT', id],
      ['UPDATE', 'changed'],
      ['DELETE', undefined],
    ]);
  });

  it('compares numbers, booleans and times as values, not as text', async () => {
    const client = await server.client(ada);
    const [big, exact, done, late] = [
      await listen(client, { event: 'INSERT', filter: 'amount=gt.9' }),
      await listen(client, { event: 'INSERT', filter: 'amount=eq.9007199254740993' }),
      await listen(client, { event: 'INSERT', filter: 'done=eq.true' }),
      await listen(client, { event: 'INSERT', filter: 'noted_at=gte.2026-11-21T00:00:00Z' }),
    ];
    const all = await listen(client, { event: 'INSERT' });
    const rows = [
      ['small', 8, false, '2026-11-20 23:59:59.999999+00'],
      ['ten', 10, true, '2026-11-21 01:00:00+01'],
      ['huge', '9007199254740993', false, '2026-11-20 20:00:00-05'],
      ['huge, one less', '9007199254740992', false, '2026-11-20 00:00:00+00'],
    ];
    for (const [body, amount, isDone, time] of rows)
      await database.query(
        'insert into public.notes (owner, body, amount, done, noted_at) values ($1, $2, $3, $4, $5)',
        [ada, body, amount, isDone, time],
      );
    await all.receive(4);
    const bodies = (listening: typeof all) => listening.events.map((change) => change.new['body']);
    expect(bodies(big)).toEqual(['ten', 'huge', 'huge, one less']);
    expect(bodies(exact)).toEqual(['huge']);
    expect(bodies(done)).toEqual(['ten']);
    expect(bodies(late)).toEqual(['ten', 'huge']);
  });

  it("looks rows up in each subscriber's turn, not in the service's", async () => {
    const asCaller = vi.spyOn(database, 'asCaller');
    const turns: string[] = [];
    asCaller.mockImplementation((claims, work) => {
      turns.push(currentCaller());
      return database.transaction((tx) => actAs(tx, claims).then(() => work(tx)));
    });
    const listeners = [
      await listen(await server.client(ada), { event: 'INSERT' }),
      await listen(await server.client(null), { event: 'INSERT', table: 'plain' }),
    ];
    await database.query('insert into public.notes (owner, body) values ($1, $2)', [ada, 'by Ada']);
    await listeners[0]?.receive(1);
    await label('for all', 'apple');
    await listeners[1]?.receive(1);
    asCaller.mockRestore();
    expect(turns).toEqual([ada, 'realtime visitors']);
  });

  it('makes a subscriber join again if a row could not be looked up', async () => {
    const asCaller = vi.spyOn(database, 'asCaller').mockRejectedValueOnce(new TooManyRequests(1));
    const { channel } = await listen(await server.client(ada), { event: 'INSERT' });
    const again = new Promise((resolve) => channel.on('system', {}, resolve));
    await database.query('insert into public.notes (owner, body) values ($1, $2)', [ada, 'missed']);
    expect(await again).toMatchObject({ status: 'ok' });
    asCaller.mockRestore();
  }, 20_000);

  it('makes no query for a caller whose filter excludes the row', async () => {
    const users = Array.from({ length: 20 }, () => randomUUID());
    for (const user of users)
      await listen(await server.client(user), { event: 'INSERT', filter: `owner=eq.${user}` });
    const adas = await listen(await server.client(ada), { event: 'INSERT', filter: `owner=eq.${ada}` });
    const questions = vi.spyOn(database, 'asCaller');
    await database.query('insert into public.notes (owner, body) values ($1, $2)', [ada, 'for one']);
    await adas.receive(1);
    const callers = questions.mock.calls.map(([claims]) => claims.sub);
    questions.mockRestore();
    expect(callers).toEqual([ada]);
  });

  it("does not send another user's row to a subscriber who filters for it", async () => {
    const [spying, adas] = [
      await listen(await server.client(ben), { filter: `owner=eq.${ada}`, event: 'INSERT' }),
      await listen(await server.client(ada), { filter: `owner=eq.${ada}`, event: 'INSERT' }),
    ];
    const marker = await listen(await server.client(ben), { table: 'plain' });
    await database.query('insert into public.notes (owner, body) values ($1, $2)', [ada, 'by Ada']);
    await adas.receive(1);
    await label('marker', 'marker');
    await marker.receive(1);
    expect(spying.events).toEqual([]);
  });

  it('filters deletes by the ids of the old row if its replica identity is full, and sends only its key', async () => {
    const client = await server.client(ada);
    const adas = await listen(client, { event: 'DELETE', filter: `owner=eq.${ada}` });
    const byText = await listen(client, { event: 'DELETE', filter: 'body=eq.gone' });
    const all = await listen(client, { event: 'DELETE' });
    const [adaNote, benNote] = [randomUUID(), randomUUID()];
    for (const [id, owner] of [
      [adaNote, ada],
      [benNote, ben],
    ])
      await database.query('insert into public.notes (id, owner, body) values ($1, $2, $3)', [
        id,
        owner,
        'gone',
      ]);
    await database.query('delete from public.notes where id in ($1, $2)', [adaNote, benNote]);
    await all.receive(2);
    expect(adas.events.map((change) => change.old)).toEqual([{ id: adaNote }]);
    // A deleted row's text is not stored, so no filter can match it.
    expect(byText.events).toEqual([]);
  });

  it.each([
    ['a column that does not exist', { filter: 'nowhere=eq.1' }, 'invalid column for filter nowhere'],
    ['a column that the role may not select', { filter: 'secret=eq.1' }, 'invalid column for filter secret'],
    ['a value of the wrong type', { filter: 'owner=eq.me' }, 'invalid value for owner'],
    ['an unknown operator', { filter: 'body=cs.x' }, 'unknown operator cs'],
    ['a regular expression', { filter: 'body=match.(a+)+$' }, 'regular expressions are not supported'],
    ['no condition at all', { filter: 'body' }, 'a condition is column=operator.value'],
    [
      'a selected column that the role may not select',
      { select: ['secret'] },
      'invalid column for select secret',
    ],
    ['a table that is not published', { table: 'unpublished' }, 'public.unpublished cannot be subscribed to'],
    ['a table that does not exist', { table: 'nowhere' }, 'public.nowhere cannot be subscribed to'],
  ])('refuses %s with a message, and the channel stays open', async (_, options, reason) => {
    const { system, channel } = await listen(await server.client(ada), options);
    expect(system.status).toBe('error');
    expect(system.message).toContain(reason);
    expect(channel.state).toBe('joined');
  });

  it('refuses a table if the role may not select its key', async () => {
    const visitor = await listen(await server.client(), {});
    expect(visitor.system).toMatchObject({ status: 'error' });
    expect(visitor.system.message).toContain('public.notes cannot be subscribed to');
    const open = await listen(await server.client(), { table: 'plain', filter: 'room=eq.public' });
    await label('public', 'for everyone');
    const seen = await open.receive(1);
    expect(seen.map((change) => change.new['label'])).toEqual(['for everyone']);
  });
});
