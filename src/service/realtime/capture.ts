import { createHash } from 'node:crypto';
import { bootstrapLock } from '../database/bootstrap.ts';
import type { Database } from '../database/database.ts';
import { quoteIdentifier, quoteLiteral } from '../database/quote.ts';
import type { PublishedTable } from './catalog.ts';
import type { Column } from './filters.ts';

/** The NOTIFY channel. Its payload is empty, because the changes are in the queue. */
export const notifyChannel = 'clover_realtime';

export interface Change {
  readonly tableId: string;
  readonly kind: 'INSERT' | 'UPDATE' | 'DELETE';
  /** The primary key as JSON text. */
  readonly key: string;
  /** A deleted row's ids, for filters. They are texts, because JavaScript numbers would lose digits. */
  readonly identity: Readonly<Record<string, string | null>> | null;
  readonly committedAt: string;
}

// The tables are unlogged, because no one needs the changes after a crash: clients read the tables again when they
// reconnect. Every instance reads all rows from its own position, and `xid` shows which ones were committed after that
// position.
const queue = `
create schema if not exists clover_realtime;
revoke all on schema clover_realtime from public;
drop table if exists clover_realtime.changes, clover_realtime.epoch, clover_realtime.broadcasts;
create unlogged table clover_realtime.changes (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  table_id oid not null,
  kind text not null,
  key jsonb not null,
  identity jsonb,
  committed_at timestamptz not null default statement_timestamp()
);
create index changes_xid on clover_realtime.changes (xid);
-- A crash empties this table together with the queue, so another id means that changes were lost.
create unlogged table clover_realtime.epoch (
  single boolean primary key default true check (single),
  id uuid not null default gen_random_uuid()
);
-- Broadcasts for the other instances.
create unlogged table clover_realtime.broadcasts (
  id bigint generated always as identity primary key,
  topic text not null,
  event text not null,
  encoding text not null,
  body bytea not null,
  created_at timestamptz not null default now()
);
create index broadcasts_created_at on clover_realtime.broadcasts (created_at);
revoke all on clover_realtime.changes, clover_realtime.epoch, clover_realtime.broadcasts from public;`;

const triggers = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;

/**
 * Returns the SQL of a table's triggers. They fire once per statement and store only primary keys and, of deleted rows,
 * other ids. A rolled-back statement leaves nothing, because the queue is part of its transaction. A changed primary
 * key would be sent as an update of the new key, but keys of published tables never change.
 */
function captureOf(table: PublishedTable): string {
  const capture = `clover_realtime.capture_${table.id}`;
  const columnsOf = (columns: readonly Column[]) => columnsAsJsonSql('changed', columns);
  const functionText = `
create or replace function ${capture}() returns trigger language plpgsql security definer set search_path = '' as $capture$
begin
  insert into clover_realtime.changes (table_id, kind, key, identity)
  select tg_relid, tg_op, ${columnsOf(table.key)}, case when tg_op = 'DELETE' then ${columnsOf(table.identity)} end
  from changed;
  if found then
    perform pg_catalog.pg_notify(${quoteLiteral(notifyChannel)}, '');
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

const staleTriggers = `
select format('drop trigger %I on %s;', t.tgname, t.tgrelid::regclass) as statement
from pg_trigger t
where t.tgname like 'clover\\_capture\\_%' and t.tgrelid::text <> all ($1::text[])`;

const installedMark = `obj_description(to_regnamespace('clover_realtime'), 'pg_namespace')`;

/**
 * Creates triggers on the published tables and drops them from all others.
 *
 * A comment in the database stores a hash of their text, because replacing triggers at every start would take a third
 * of the allowed start time. If two instances start at the same time, the second one finds the comment.
 */
export async function installCapture(database: Database, tables: readonly PublishedTable[]): Promise<void> {
  const script = [queue, ...tables.map(captureOf)].join('\n');
  const mark = `Changes and broadcasts on their way to realtime subscribers. ${createHash('sha256').update(script).digest('hex')}`;
  const [installed] = await database.query<{ mark: string | null }>(`select ${installedMark} as mark`);
  if (installed?.mark === mark) return;
  const published = `{${tables.map(({ id }) => id).join(',')}}`;
  const stale = await database.query<{ statement: string }>(staleTriggers, [published]);
  const complete = [
    script,
    ...stale.map(({ statement }) => statement),
    `comment on schema clover_realtime is ${quoteLiteral(mark)};`,
  ].join('\n');
  await database.execute(`
    ${bootstrapLock}
    do $install$
    begin
      if ${installedMark} is distinct from ${quoteLiteral(mark)} then
        execute ${quoteLiteral(complete)};
      end if;
    end
    $install$;`);
}

export const tableName = (table: Pick<PublishedTable, 'schema' | 'name'>): string =>
  `${quoteIdentifier(table.schema)}.${quoteIdentifier(table.name)}`;

/** Returns SQL that builds `{"id": …}` from a row, as jsonb. */
export const columnsAsJsonSql = (row: string, columns: readonly Column[]): string =>
  `pg_catalog.jsonb_build_object(${columns.flatMap(({ name }) => [quoteLiteral(name), `${row}.${quoteIdentifier(name)}`]).join(', ')})`;

/** Declares the columns of a key with their types, for reading keys: `wanted("id" uuid)`. */
export const keyColumnsSql = (table: PublishedTable): string =>
  `wanted(${table.key.map(({ name, sqlType }) => `${quoteIdentifier(name)} ${sqlType}`).join(', ')})`;
