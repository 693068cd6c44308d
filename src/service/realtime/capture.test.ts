import { beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { installCapture } from './capture.ts';
import { readCatalog } from './catalog.ts';
import { createChangeQueue } from './queue.ts';

describeDatabases('capturing changes', (open) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
    await database.execute(`
      create table public.pairs (one text, two bigint, note text, primary key (one, two));
      create table public.keyless (note text);
      create table public."Odd ""name""" (id uuid primary key default gen_random_uuid());
      alter publication supabase_realtime add table public.pairs, public.keyless, public."Odd ""name""";`);
  });

  const install = async () => installCapture(database, await readCatalog(database));
  /** Runs the work and resolves to the changes that it added to the queue. */
  const changesOf = async (work: () => Promise<unknown>) => {
    const queue = createChangeQueue(database);
    const cursor = await queue.open();
    await work();
    return (await queue.read(cursor))!.changes;
  };
  const capturedTables = async () => {
    const rows = await database.query<{ name: string }>(
      `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where t.tgname like 'clover\\_capture\\_%' order by 1`,
    );
    return rows.map(({ name }) => name);
  };

  it('watches every published table that has a primary key', async () => {
    await install();
    expect(await capturedTables()).toEqual(['Odd "name"', 'pairs']);
  });

  it('stores keys of several columns with exact numbers, and nothing else', async () => {
    await install();
    const changes = await changesOf(async () => {
      await database.query(`insert into public.pairs values ('a', 9007199254740993, 'content')`);
      await database.query(`insert into public.keyless values ('content')`);
      await database.query(`insert into public."Odd ""name""" default values`);
      await database.query(`update public.pairs set note = 'other content'`);
      await database.query('delete from public.pairs');
    });
    expect(changes.map(({ kind, key }) => (key.includes('9007') ? `${kind} ${key}` : kind))).toEqual([
      'INSERT {"one": "a", "two": 9007199254740993}',
      'INSERT',
      'UPDATE {"one": "a", "two": 9007199254740993}',
      'DELETE {"one": "a", "two": 9007199254740993}',
    ]);
    expect(JSON.stringify(changes)).not.toContain('content');
  });

  it('sends no notification for a statement that changed no row', async () => {
    await install();
    expect(await changesOf(() => database.query(`delete from public.pairs where one = 'missing'`))).toEqual(
      [],
    );
  });

  it('is installed once, even by two instances at the same time, and keeps queued changes', async () => {
    await database.execute('comment on schema clover_realtime is null');
    await Promise.all([install(), install()]);
    const statements = vi.spyOn(database, 'execute');
    const changes = await changesOf(async () => {
      await database.query(`insert into public.pairs values ('kept', 1)`);
      await install();
    });
    expect(statements).not.toHaveBeenCalled();
    statements.mockRestore();
    expect(changes).toHaveLength(1);
  });

  it('removes its triggers from a table that is no longer published', async () => {
    await install();
    await database.execute('alter publication supabase_realtime drop table public.pairs');
    await install();
    expect(await capturedTables()).toEqual(['Odd "name"']);
    expect(await changesOf(() => database.query(`insert into public.pairs values ('unwatched', 1)`))).toEqual(
      [],
    );
    await database.execute('alter publication supabase_realtime add table public.pairs');
    await install();
    expect(await capturedTables()).toEqual(['Odd "name"', 'pairs']);
  });

  it('works for a role without access to the queue', async () => {
    await install();
    await database.execute('grant insert on public.pairs to authenticated');
    const changes = await changesOf(() =>
      database.asCaller({ role: 'authenticated' }, (tx) =>
        tx.query(`insert into public.pairs values ('as a client', 1)`),
      ),
    );
    expect(changes).toHaveLength(1);
  });
});
