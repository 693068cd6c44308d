import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import {
  derivedColumns,
  encryptedColumns,
  plainColumns,
  encryptedFiles,
} from '../../src/shared/database/text-columns.ts';

/** Every column whose type can contain text. */
const textColumns = `
  select n.nspname || '.' || c.relname || '.' || a.attname as name
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where n.nspname in ('public', 'private', 'storage') and c.relkind in ('r', 'p')
    -- Created by the storage server of a hosted project, and by ours, each with its own columns.
    and (n.nspname <> 'storage' or c.relname in ('buckets', 'objects'))
    and (
      a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype, 'varchar'::regtype,
        'varchar[]'::regtype, 'jsonb[]'::regtype, 'bytea'::regtype, 'tsvector'::regtype, 'bpchar'::regtype,
        'xml'::regtype, 'name'::regtype)
    )
  order by 1`;

describeSchema('columns that can contain text', (open) => {
  let database: Database;
  const names = async () =>
    (await database.query<{ name: string }>(textColumns)).map(({ name }) => name).toSorted();
  const listed = [
    ...[encryptedColumns, encryptedFiles, derivedColumns].flatMap((columns) =>
      Object.entries(columns).flatMap(([table, list]) => list.map((column) => `${table}.${column}`)),
    ),
    ...Object.entries(plainColumns).flatMap(([table, groups]) =>
      groups.flatMap(({ columns }) => columns.map((column) => `${table}.${column}`)),
    ),
  ].toSorted();

  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  it('are all listed once, as encrypted or plain', async () => {
    expect(new Set(listed).size).toBe(listed.length);
    expect(await names()).toEqual(listed);
  });

  it('cause a failure when a migration adds an unlisted one', async () => {
    for (const type of ['text', 'text[]', 'jsonb', 'bytea', 'varchar(20)']) {
      await database.execute(`alter table public.chat_messages add column note ${type}`);
      expect((await names()).filter((name) => !listed.includes(name))).toEqual(['public.chat_messages.note']);
      await database.execute('alter table public.chat_messages drop column note');
    }
  });
});
