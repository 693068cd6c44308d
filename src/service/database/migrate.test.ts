import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { restClient, serviceClaims } from '../testing/clients.ts';
import { describeDatabases } from '../testing/databases.ts';
import { createRest } from '../rest/rest.ts';
import { migrate, MigrationFailed } from './migrate.ts';
import type { OpenedDatabase } from './opened-database.ts';
import { DataFromNewerVersion } from './schema-history.ts';

const first = '20260101000000_create_trees.sql';
const second = '20260102000000_create_birds.sql';

describeDatabases('migrations', (open) => {
  let database: OpenedDatabase;
  let folder: string;
  const write = (file: string, sql: string) => writeFile(join(folder, 'migrations', file), sql);
  const sources = () => ({ migrations: join(folder, 'migrations') });
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    // The tests share one database, because opening one takes longer than any of them.
    await database.execute(
      'drop schema if exists supabase_migrations cascade; drop table if exists trees, birds;',
    );
    folder = await mkdtemp(join(tmpdir(), 'clover-migrations-'));
    await mkdir(join(folder, 'migrations'));
    await write(first, `create table trees (name text default 'it''s; a tree'); -- no line end after this`);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are applied in order, each once, and recorded in the history', async () => {
    await write(second, 'create table birds (id int);\ninsert into birds values (1);');
    expect(await migrate(database, sources())).toEqual([first, second]);
    expect(await migrate(database, sources())).toEqual([]);
    expect(await database.query('select * from birds')).toHaveLength(1);
    expect(
      await database.query('select version, name from supabase_migrations.schema_migrations order by 1'),
    ).toEqual([
      { version: '20260101000000', name: 'create_trees' },
      { version: '20260102000000', name: 'create_birds' },
    ]);
  });

  it('are rolled back on an error that names file and line, and continue once corrected', async () => {
    await write(second, 'create table birds (id int);\n\ninsert into nests values (1);');
    const failing = migrate(database, sources());
    await expect(failing).rejects.toThrow(MigrationFailed);
    await expect(failing).rejects.toThrow(`${second}: relation "nests" does not exist (line 3)`);
    expect(
      await database.query(
        `select to_regclass('trees') is not null as first_applied, to_regclass('birds') is null as second_undone`,
      ),
    ).toEqual([{ first_applied: true, second_undone: true }]);
    await write(second, 'create table birds (id int);');
    expect(await migrate(database, sources())).toEqual([second]);
  });

  it('are refused if an applied one was edited, except for Windows line endings', async () => {
    await write(first, 'create table trees (\n  id int\n);');
    await migrate(database, sources());
    await write(first, 'create table trees (\r\n  id int\r\n);');
    expect(await migrate(database, sources())).toEqual([]);
    await write(first, 'create table trees (id bigint);');
    await expect(migrate(database, sources())).rejects.toThrow(
      `can't upgrade: its migration ${first} is different. Nothing was changed. To keep your chats, start the version that wrote the data, export them under Account, and import them here.`,
    );
  });

  it("are refused for a newer version's database, and if an unapplied one is older than an applied one", async () => {
    await write(second, 'create table birds (id int);');
    await migrate(database, sources());
    await write('20260101120000_create_bushes.sql', 'create table bushes (id int);');
    await expect(migrate(database, sources())).rejects.toThrow(
      `can't upgrade: it lacks the migration 20260101120000_create_bushes.sql, but has 20260102000000. Nothing was changed.`,
    );
    await rm(join(folder, 'migrations', '20260101120000_create_bushes.sql'));
    await rm(join(folder, 'migrations', second));
    const refused = migrate(database, sources());
    await expect(refused).rejects.toThrow(
      'written by a newer version of Clover (migration 20260102000000). Nothing was changed. Start that version again',
    );
    // For this error, the service also prints how to restore a backup.
    await expect(refused).rejects.toThrow(DataFromNewerVersion);
  });

  it("are refused without a version, or with another migration's version", async () => {
    await write('20260101000000_create_twins.sql', 'select 1;');
    await expect(migrate(database, sources())).rejects.toThrow('another migration has the same version');
    await write('trees.sql', 'select 1;');
    await expect(migrate(database, sources())).rejects.toThrow('trees.sql: a migration is named');
  });

  it('run the seed once per database', async () => {
    const seed = join(folder, 'seed.sql');
    await writeFile(seed, `insert into trees values ('oak');`);
    expect(await migrate(database, { ...sources(), seed })).toEqual([first, 'seed.sql']);
    await writeFile(seed, `insert into trees values ('ash');`);
    expect(await migrate(database, { ...sources(), seed })).toEqual([]);
    expect(await database.query('select name from trees')).toEqual([{ name: 'oak' }]);
  });

  it('are visible to REST without a restart', async () => {
    const rest = createRest(database);
    await rest.warmUp();
    const client = restClient(rest, serviceClaims);
    expect((await client.from('trees').select()).error?.code).toBe('PGRST205');
    await migrate(database, sources());
    await vi.waitFor(async () => expect((await client.from('trees').select()).data).toEqual([]), 5_000);
  });

  it('are applied once if two services start at the same time', async () => {
    await write(second, 'select pg_sleep(0.1); create table birds (id int); insert into birds values (1);');
    const applied = await Promise.all([migrate(database, sources()), migrate(database, sources())]);
    expect(applied.flat().toSorted()).toEqual([first, second]);
    expect(await database.query('select * from birds')).toHaveLength(1);
  });
});
