import type { Claims, Database, Queryable } from '../database/database.ts';
import { quoteIdentifier } from '../database/quote.ts';
import { serviceCaller } from '../database/request-caller.ts';
import { columnsAsJsonSql, keyColumnsSql, tableName } from './capture.ts';
import type { PublishedTable } from './catalog.ts';
import type { Column } from './filters.ts';

/** The part of a row that one subscriber may see. */
interface VisibleRow {
  /** JSON text of the columns that their role may select; empty if only the filter's columns were requested. */
  readonly record: string;
  /** PostgreSQL's text of the filtered columns. */
  readonly texts: ReadonlyMap<string, string | null>;
}

export interface Lookup {
  readonly table: PublishedTable;
  /** JSON texts of primary keys. */
  readonly keys: ReadonlySet<string>;
  readonly filterColumns: readonly string[];
  readonly columns: readonly Column[];
}

export type VisibleRows = ReadonlyMap<string, VisibleRow>;

interface FoundRow {
  readonly key: string;
  readonly record: string;
  readonly texts: readonly (string | null)[];
}

/**
 * Returns the SQL of a lookup. Its parameter is the JSON text of the keys. With `offset 0`, the planner finds each row
 * by its primary key; otherwise it would read all rows that the caller's policies allow.
 */
export function lookupSql({ table, filterColumns, columns }: Omit<Lookup, 'keys'>): string {
  const sameKey = table.key.map(({ name }) => `t.${quoteIdentifier(name)} = wanted.${quoteIdentifier(name)}`);
  const sentColumns = columns.map(({ name }) => `t.${quoteIdentifier(name)}`);
  return `
select found.key, found.record, found.texts
from jsonb_to_recordset($1::text::jsonb) as ${keyColumnsSql(table)}
cross join lateral (
  select ${columnsAsJsonSql('t', table.key)}::text as key,
    ${sentColumns.length > 0 ? `row_to_json(sent)::text` : `''`} as record,
    json_build_array(${filterColumns.map((name) => `t.${quoteIdentifier(name)}::text`).join(', ')}) as texts
  from ${tableName(table)} t
  ${sentColumns.length > 0 ? `cross join lateral (select ${sentColumns.join(', ')}) as sent` : ''}
  where ${sameKey.join(' and ')}
  offset 0
) as found`;
}

export async function lookUp(tx: Queryable, lookup: Lookup): Promise<VisibleRows> {
  const rows = await tx.query<FoundRow>(lookupSql(lookup), [`[${[...lookup.keys].join(',')}]`]);
  return new Map(
    rows.map(({ key, record, texts }) => [
      key,
      { record, texts: new Map(lookup.filterColumns.map((name, index) => [name, texts[index] ?? null])) },
    ]),
  );
}

/** Returns the caller that a subscriber's lookups count for, so that they don't delay other callers. */
export const lookupCallerOf = ({ sub, role }: Claims): string =>
  sub ?? (role === 'service_role' ? serviceCaller : 'realtime visitors');

/** Runs lookups as a subscriber, under row-level security, in one transaction with one query per table. */
export function lookUpAs(
  database: Database,
  claims: Claims,
  lookups: readonly Lookup[],
): Promise<Map<string, VisibleRows>> {
  return database.asCaller(claims, async (tx) => {
    const rowsByTable = new Map<string, VisibleRows>();
    for (const lookup of lookups) rowsByTable.set(lookup.table.id, await lookUp(tx, lookup));
    return rowsByTable;
  });
}
