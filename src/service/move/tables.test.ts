import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { installCapture } from '../realtime/capture.ts';
import { readCatalog } from '../realtime/catalog.ts';
import { describeDatabases } from '../testing/databases.ts';
import { tablesNotMoved, movedTables } from './tables.ts';

const moved = movedTables.map(({ name }) => name);

const tablesOf = async (database: Database) =>
  (
    await database.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
  ).map(({ name }) => name);

describeDatabases("a move's tables", (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  it('are all listed, either as moved or with a reason why not', async () => {
    await installCapture(database, await readCatalog(database));
    const decidedTables = new Set([...moved, ...Object.keys(tablesNotMoved)]);
    const tables = await tablesOf(database);
    expect(tables.filter((name) => !decidedTables.has(name))).toEqual([]);
    expect(moved.filter((name) => !tables.includes(name))).toEqual([]);
    expect(moved.filter((name) => name in tablesNotMoved)).toEqual([]);
  });

  it('reference no unmoved rows except buckets, which both sides have, and have a primary key', async () => {
    const needed = await database.query<{ from: string; to: string }>(
      `select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
       where contype = 'f' and conrelid = any ($1::text::regclass[]) and confrelid <> all ($1::text::regclass[])
         and confrelid <> 'storage.buckets'::regclass`,
      [`{${moved.join(',')}}`],
    );
    expect(needed).toEqual([]);
    const keyed = await database.query(
      `select from pg_constraint where contype = 'p' and conrelid = any ($1::text::regclass[])`,
      [`{${moved.join(',')}}`],
    );
    expect(keyed).toHaveLength(moved.length);
  });

  it('have the columns for sizes and encrypted values, and overwritten tables exist', async () => {
    for (const { name, bytes, encrypted } of movedTables)
      await expect(
        database.query(`select ${bytes ?? '0'}, ${encrypted ?? '0'} from ${name} limit 1`),
      ).resolves.toBeDefined();
    const filledTables: string[] = [];
    for (const name of moved)
      if ((await database.query(`select from ${name} limit 1`)).length > 0) filledTables.push(name);
    // This includes the seed's tables, and the counters, which are empty without accounts.
    expect([...filledTables, 'private.counters'].toSorted()).toEqual(
      movedTables.flatMap(({ name, isOverwritten }) => (isOverwritten ? [name] : [])).toSorted(),
    );
  });
});
