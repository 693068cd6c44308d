import { beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { installCapture, takeChanges } from './capture.ts';
import { readCatalogue } from './catalogue.ts';

describeDatabases('the capture', (open) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
    await database.execute(`
      create table public.pairs (one text, two bigint, note text, primary key (one, two));
      create table public.keyless (note text);
      create table public."Odd ""name""" (id uuid primary key default gen_random_uuid());
      alter publication supabase_realtime add table public.pairs, public.keyless, public."Odd ""name""";`);
  });

  const install = async () => installCapture(database, await readCatalogue(database));
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

  it('keeps keys of several columns, exact numbers included, and nothing else', async () => {
    await install();
    await database.query(`insert into public.pairs values ('a', 9007199254740993, 'content')`);
    await database.query(`insert into public.keyless values ('content')`);
    await database.query(`insert into public."Odd ""name""" default values`);
    await database.query(`update public.pairs set note = 'other content'`);
    await database.query('delete from public.pairs');
    const changes = await takeChanges(database, 10);
    expect(changes.map(({ kind, key }) => (key.includes('9007') ? `${kind} ${key}` : kind))).toEqual([
      'INSERT {"one": "a", "two": 9007199254740993}',
      'INSERT',
      'UPDATE {"one": "a", "two": 9007199254740993}',
      'DELETE {"one": "a", "two": 9007199254740993}',
    ]);
    expect(JSON.stringify(changes)).not.toContain('content');
  });

  it('takes at most as many as asked for, oldest first', async () => {
    await install();
    await database.query(`insert into public.pairs select 'many', n from generate_series(1, 5) n`);
    const [first, rest] = [await takeChanges(database, 2), await takeChanges(database, 10)];
    expect([...first, ...rest].map(({ key }) => key.match(/\d/)?.[0])).toEqual(['1', '2', '3', '4', '5']);
    expect(first).toHaveLength(2);
  });

  it('says nothing of a statement that touched no row', async () => {
    await install();
    await database.query(`delete from public.pairs where one = 'nobody'`);
    expect(await takeChanges(database, 10)).toEqual([]);
  });

  it('is not installed a second time, and throws away what was left over', async () => {
    await install();
    await database.query(`insert into public.pairs values ('left over', 1)`);
    const statements = vi.spyOn(database, 'execute');
    await install();
    expect(statements).not.toHaveBeenCalled();
    statements.mockRestore();
    expect(await takeChanges(database, 10)).toEqual([]);
  });

  it('leaves a table that has left the publication', async () => {
    await install();
    await database.execute('alter publication supabase_realtime drop table public.pairs');
    await install();
    expect(await capturedTables()).toEqual(['Odd "name"']);
    await database.query(`insert into public.pairs values ('unwatched', 1)`);
    expect(await takeChanges(database, 10)).toEqual([]);
    await database.execute('alter publication supabase_realtime add table public.pairs');
    await install();
    expect(await capturedTables()).toEqual(['Odd "name"', 'pairs']);
  });

  it('writes for a role that may not touch the queue itself', async () => {
    await install();
    await database.execute('grant insert on public.pairs to authenticated');
    await database.asCaller({ role: 'authenticated' }, (tx) =>
      tx.query(`insert into public.pairs values ('as a client', 1)`),
    );
    expect(await takeChanges(database, 10)).toHaveLength(1);
  });
});
