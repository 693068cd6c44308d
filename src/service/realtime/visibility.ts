import type { Claims, Database, Queryable } from '../database/database.ts';
import { ownWork } from '../database/request-caller.ts';
import { keyRecord } from './capture.ts';
import type { PublishedTable } from './catalogue.ts';
import type { Column } from './filters.ts';
import { identifier, jsonOfColumns, tableName } from './sql.ts';

/** A row as one subscriber may see it. */
export interface VisibleRow {
  /** JSON text of the columns that his role may select; empty where only the filter's columns were asked for. */
  readonly record: string;
  /** PostgreSQL's text of the columns that filters look at. */
  readonly texts: ReadonlyMap<string, string | null>;
}

/** Which rows of a table are looked up. */
export interface Lookup {
  readonly table: PublishedTable;
  /** JSON texts of primary keys. */
  readonly keys: ReadonlySet<string>;
  /** Names of the columns that filters look at. */
  readonly filterColumns: readonly string[];
  readonly columns: readonly Column[];
}

/** Rows by JSON text of their primary key. */
export type Rows = ReadonlyMap<string, VisibleRow>;

interface FoundRow {
  readonly key: string;
  readonly record: string;
  readonly texts: readonly (string | null)[];
}

/**
 * The statement of a lookup; its one parameter is the JSON text of the keys. `offset 0` keeps each key's row a search by
 * the primary key: left to itself the planner would read all rows of the caller, which the policies name, and pick.
 */
export function lookupText({ table, filterColumns, columns }: Omit<Lookup, 'keys'>): string {
  const sameKey = table.key.map(({ name }) => `t.${identifier(name)} = wanted.${identifier(name)}`);
  const sent = columns.map(({ name }) => `t.${identifier(name)}`);
  return `
select found.key, found.record, found.texts
from jsonb_to_recordset($1::text::jsonb) as ${keyRecord(table)}
cross join lateral (
  select ${jsonOfColumns('t', table.key)}::text as key,
    ${sent.length > 0 ? `row_to_json(sent)::text` : `''`} as record,
    json_build_array(${filterColumns.map((name) => `t.${identifier(name)}::text`).join(', ')}) as texts
  from ${tableName(table)} t
  ${sent.length > 0 ? `cross join lateral (select ${sent.join(', ')}) as sent` : ''}
  where ${sameKey.join(' and ')}
  offset 0
) as found`;
}

/** Looks rows up as whoever the queryable acts as. */
export async function lookUp(tx: Queryable, lookup: Lookup): Promise<Rows> {
  const rows = await tx.query<FoundRow>(lookupText(lookup), [`[${[...lookup.keys].join(',')}]`]);
  return new Map(
    rows.map(({ key, record, texts }) => [
      key,
      { record, texts: new Map(lookup.filterColumns.map((name, index) => [name, texts[index] ?? null])) },
    ]),
  );
}

/** Whose turn for the database a subscriber's work takes: their own, so that nobody is delayed by others. */
export const turnOf = ({ sub, role }: Claims): string =>
  sub ?? (role === 'service_role' ? ownWork : 'realtime visitors');

/** Looks rows up as a subscriber, so that row-level security decides; one transaction, one query a table. */
export function lookUpAs(
  database: Database,
  claims: Claims,
  lookups: readonly Lookup[],
): Promise<Map<string, Rows>> {
  return database.asCaller(claims, async (tx) => {
    const found = new Map<string, Rows>();
    for (const lookup of lookups) found.set(lookup.table.id, await lookUp(tx, lookup));
    return found;
  });
}
