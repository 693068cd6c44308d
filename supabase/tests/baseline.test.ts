import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { migrate, readMigrations } from '../../src/service/database/migrate.ts';
import type { Migration } from '../../src/service/database/migration.ts';
import { endOfBaseline } from '../../src/service/database/replaced-history.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { makeAccount } from './testing/accounts.ts';

const folder = fileURLToPath(new URL('../migrations', import.meta.url));

const repeated = (names: readonly string[]) => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

describe('the migrations', () => {
  let migrations: readonly Migration[];
  const matches = (pattern: RegExp): string[] =>
    migrations.flatMap(({ sql }) => [...sql.matchAll(pattern)].map((found) => found.slice(1).join(' ')));
  beforeAll(async () => {
    migrations = await readMigrations(folder);
  });

  it('start with a baseline of at most ten files', () => {
    const baseline = migrations.filter(({ version }) => version <= endOfBaseline);
    expect(migrations.slice(0, baseline.length)).toEqual(baseline);
    expect(baseline.length).toBeLessThanOrEqual(10);
  });

  it('create each function, table, index, policy and trigger once', () => {
    expect(matches(/^create function (\S+?)\(/gm).length).toBeGreaterThan(200);
    // A later migration may drop a function to give it other arguments.
    const dropped = matches(/^drop function (\S+?)\(/gm);
    const repeatedFunctions = repeated(matches(/^create function (\S+?)\(/gm));
    expect(repeatedFunctions.filter((name) => !dropped.includes(name))).toEqual([]);
    // Later files change functions with `create or replace`. The baseline itself never replaces, changes or drops
    // anything.
    const changed = matches(/^create or replace function (\S+?)\(/gm);
    const created = matches(/^create function (\S+?)\(/gm);
    expect(changed.filter((name) => !created.includes(name))).toEqual([]);
    const baseline = migrations.filter(({ version }) => version <= endOfBaseline);
    expect(
      baseline.filter(({ sql }) =>
        /^(?:create or replace|drop|alter (?:function|table .* add))\b/m.test(sql),
      ),
    ).toEqual([]);
    expect(repeated(matches(/^create table (\S+)/gm))).toEqual([]);
    expect(repeated(matches(/^create (?:unique )?index (\S+)/gm))).toEqual([]);
    expect(repeated(matches(/^create policy ("[^"]+")\s+on (\S+)/gm))).toEqual([]);
    expect(repeated(matches(/^ *create trigger (\S+)[^;]*? on (\S+)/gm))).toEqual([]);
  });
});

describeSchema('a database with the baseline', (open) => {
  it('has at most 119 SECURITY DEFINER functions, each with a reason', async () => {
    const database = await open({ migrated: true });
    const definers = await database.query<{ name: string }>(
      `select pronamespace::regnamespace || '.' || proname as name from pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef order by 1`,
    );
    expect(definers.length).toBeGreaterThan(80);
    expect(definers.length).toBeLessThanOrEqual(119);
    const headers = new Map<string, string>();
    for (const { sql } of await readMigrations(folder))
      for (const [, name = '', header = ''] of sql.matchAll(
        /^create (?:or replace )?function (\S+?)(\([^$]*?)\$\$/gm,
      ))
        headers.set(name, header);
    const withoutReason = definers.filter(
      ({ name }) =>
        !/security definer set search_path = ''\n {2}-- Definer: \S/.test(headers.get(name) ?? ''),
    );
    expect(withoutReason).toEqual([]);
  });

  it('keeps its data when a later migration is applied', async () => {
    const database = await open({ migrated: true });
    const { id: user } = await makeAccount(database);
    const [chat] = await database.query<{ id: string }>(
      `insert into public.chat_history (user_id, title) values ($1, 'Before the upgrade') returning id`,
      [user],
    );
    const appended = await mkdtemp(join(tmpdir(), 'clover-appended-'));
    await cp(folder, appended, { recursive: true });
    const file = '20991231000000_add_colors.sql';
    await writeFile(
      join(appended, file),
      `alter table public.chat_history add column color text not null default 'green';
       create or replace function private.today() returns date language sql stable set search_path = ''
         as $$ select date '2099-12-31' $$;`,
    );
    try {
      expect(await migrate(database, { migrations: appended })).toEqual([file]);
      expect(
        await database.query(
          `select title, color, private.today()::text as today from public.chat_history where id = $1`,
          [chat!.id],
        ),
      ).toEqual([{ title: 'Before the upgrade', color: 'green', today: '2099-12-31' }]);
      expect(await migrate(database, { migrations: appended })).toEqual([]);
    } finally {
      await rm(appended, { recursive: true });
    }
  });

  it('refuses data from an earlier schema and reports what to do', async () => {
    const database = await open();
    // The first and the last migration before the baseline, instead of all of them.
    await database.execute(
      `create schema supabase_migrations;
       create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
       insert into supabase_migrations.schema_migrations values
         ('20261101090000', array['select 1'], 'prepare_schemas'),
         ('20261123040003', array['select 1'], 'page_own_receipts_only');
       create table public.chat_history (title text);
       insert into public.chat_history values ('Still here');`,
    );
    await expect(migrate(database, { migrations: folder })).rejects.toThrow(
      /can't upgrade: it has the migration 20261101090000\. Nothing was changed\. To keep your chats, start the version that wrote the data, export them under Account, and import them here\./,
    );
    expect(await database.query('select title from public.chat_history')).toEqual([{ title: 'Still here' }]);
    expect(await database.query(`select to_regnamespace('private') is null as untouched`)).toEqual([
      { untouched: true },
    ]);
  });
});
