import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { PublishedTable } from './catalogue.ts';
import type { Column } from './filters.ts';
import { identifier, jsonOfColumns, literal, tableName } from './sql.ts';

/** The channel of NOTIFY. The payload is empty: it says "look", the queue says what. */
export const notifyChannel = 'clover_realtime';

/** One change of one row. */
export interface Change {
  readonly tableId: string;
  readonly kind: 'INSERT' | 'UPDATE' | 'DELETE';
  /** JSON text of the primary key. */
  readonly key: string;
  /** The ids of a deleted row, which its filters see. */
  readonly identity: Readonly<Record<string, string | number | boolean | null>> | null;
  /** ISO time of the statement. */
  readonly committedAt: string;
}

// Unlogged, because what is in it is worth nothing after a crash: clients read the tables anew when they come back.
const queue = `
create schema if not exists clover_realtime;
create unlogged table if not exists clover_realtime.changes (
  id bigint generated always as identity primary key,
  table_id oid not null,
  kind text not null,
  key jsonb not null,
  identity jsonb,
  committed_at timestamptz not null default statement_timestamp()
);
revoke all on schema clover_realtime from public;
revoke all on clover_realtime.changes from public;`;

const triggers = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;

/**
 * Triggers of one table. They fire once a statement, however many rows it touches, and store keys only; a rolled-back
 * statement leaves nothing, because the queue is part of its transaction. A changed primary key is sent as an update
 * of the new key, which published tables never need.
 */
function captureOf(table: PublishedTable): string {
  const capture = `clover_realtime.capture_${table.id}`;
  const columnsOf = (columns: readonly Column[]) => jsonOfColumns('changed', columns);
  const functionText = `
create or replace function ${capture}() returns trigger language plpgsql security definer set search_path = '' as $capture$
begin
  insert into clover_realtime.changes (table_id, kind, key, identity)
  select tg_relid, tg_op, ${columnsOf(table.key)}, case when tg_op = 'DELETE' then ${columnsOf(table.identity)} end
  from changed;
  if found then
    perform pg_catalog.pg_notify(${literal(notifyChannel)}, '');
  end if;
  return null;
end
$capture$;
revoke all on function ${capture}() from public;`;
  const triggerTexts = triggers.map(
    ([event, rows]) => `
create or replace trigger clover_capture_${event} after ${event} on ${tableName(table)}
  referencing ${rows} table as changed for each statement execute function ${capture}();`,
  );
  return [functionText, ...triggerTexts].join('');
}

/** Triggers on tables that have left the publication. */
const staleTriggers = `
select format('drop trigger %I on %s;', t.tgname, t.tgrelid::regclass) as statement
from pg_trigger t
where t.tgname like 'clover\\_capture\\_%' and t.tgrelid::text <> all ($1::text[])`;

const installedMark = `select obj_description(to_regnamespace('clover_realtime'), 'pg_namespace') as mark`;

/**
 * Puts the triggers on the published tables, takes them off all others and empties the queue.
 *
 * What is installed is marked by a hash of its text, because replacing triggers at every start would cost a third of
 * the time in which the service has to be ready.
 */
export async function installCapture(database: Database, tables: readonly PublishedTable[]): Promise<void> {
  const script = [queue, ...tables.map(captureOf)].join('\n');
  const mark = `Keys of changed rows on their way to realtime subscribers; no content. ${createHash('sha256').update(script).digest('hex')}`;
  const [installed] = await database.query<{ mark: string | null }>(installedMark);
  if (installed?.mark === mark) return emptyQueue(database);
  const published = `{${tables.map(({ id }) => id).join(',')}}`;
  const stale = await database.query<{ statement: string }>(staleTriggers, [published]);
  await database.execute(
    [
      script,
      ...stale.map(({ statement }) => statement),
      'delete from clover_realtime.changes;',
      `comment on schema clover_realtime is ${literal(mark)};`,
    ].join('\n'),
  );
}

/** Throws away what is in the queue. */
export async function emptyQueue(database: Database): Promise<void> {
  await database.query('delete from clover_realtime.changes');
}

/** Takes as many changes out of the queue as its parameter says. */
export const takeText = `
with taken as (
  delete from clover_realtime.changes
  where id in (select id from clover_realtime.changes order by id limit $1)
  returning *
)
select table_id::text as "tableId", kind, key::text as key, identity,
  to_char(committed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "committedAt"
from taken order by id`;

/** Takes at most `count` changes out of the queue, oldest first. */
export function takeChanges(database: Database, count: number): Promise<Change[]> {
  return database.query<Change>(takeText, [count]);
}

/** Names of a key's columns with their types, to read keys back: `wanted("id" uuid)`. */
export const keyRecord = (table: PublishedTable): string =>
  `wanted(${table.key.map(({ name, sqlType }) => `${identifier(name)} ${sqlType}`).join(', ')})`;
