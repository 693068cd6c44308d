import type { Queryable } from '../database/database.ts';
import { quoteIdentifier } from '../database/quote.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly is_generated: boolean;
  readonly is_identity: boolean;
  /** Position in the primary key, starting at 1. */
  readonly key_place: number | null;
}

/** The part of a table that is moved: the columns that exist on both sides and are not generated. */
export interface TableShape {
  /** The quoted name, `"schema"."name"`. */
  readonly table: string;
  readonly columns: readonly Column[];
  /** Primary key columns, in key order. */
  readonly key: readonly Column[];
  readonly missing: readonly string[];
}

const columnsQuery = `
select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
  a.attgenerated <> '' as is_generated, a.attidentity <> '' as is_identity, k.place::int as key_place
from pg_attribute a
left join pg_constraint p on p.conrelid = a.attrelid and p.contype = 'p'
left join lateral unnest(p.conkey) with ordinality k(number, place) on k.number = a.attnum
where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped
order by a.attnum`;

const quoteTable = (name: string) => name.split('.').map(quoteIdentifier).join('.');

/** Compares the columns of the table `name` (`schema.name`) on both sides. */
export async function readShape(source: Queryable, target: Queryable, name: string): Promise<TableShape> {
  const table = quoteTable(name);
  const [here, there] = await Promise.all(
    [source, target].map((side) => side.query<Column>(columnsQuery, [table])),
  );
  const storedColumns = (here ?? []).filter(({ is_generated }) => !is_generated);
  const targetColumns = new Set(
    (there ?? []).filter(({ is_generated }) => !is_generated).map((column) => column.name),
  );
  return {
    table,
    columns: storedColumns.filter((column) => targetColumns.has(column.name)),
    key: storedColumns
      .filter(({ key_place }) => key_place !== null)
      .toSorted((one, other) => Number(one.key_place) - Number(other.key_place)),
    missing: storedColumns.map((column) => column.name).filter((column) => !targetColumns.has(column)),
  };
}

/** Values in PostgreSQL's text format, in the order of `TableShape.columns`. */
export type Row = (string | null)[];

/**
 * Returns SQL that writes a row as a JSON array of texts. Texts keep every type exact, avoid JavaScript's numbers and
 * dates, and are equal on both sides under `comparableSettings`.
 */
const rowAsTexts = (columns: TableShape['columns'], alias: string): string =>
  `json_build_array(${columns.map(({ name }) => `${alias}.${quoteIdentifier(name)}::text`).join(', ')})`;

/**
 * With these settings, a transaction writes equal values as equal texts on both sides, has no time limit, and fails
 * instead of skipping rows that row-level security hides.
 */
export const comparableSettings = `select ${Object.entries({
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  row_security: 'off',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
})
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`;

export interface BatchLimits {
  readonly rows: number;
  /** Limit for the columns in `MovedTable.bytes`. A batch has at least one row. */
  readonly bytes: number;
}

/** Reads rows in key order, starting after the key `after` (null: from the beginning). */
export async function readRows(
  source: Queryable,
  { table, columns, key }: TableShape,
  after: readonly string[] | null,
  bytes: string | undefined,
  limits: BatchLimits,
): Promise<Row[]> {
  const keys = key.map(({ name }) => quoteIdentifier(name)).join(', ');
  const from = key.map(({ type }, index) => `$${index + 1}::text::${type}`).join(', ');
  const size = bytes ?? '0';
  const [found] = await source.query<{ rows: Row[] }>(
    `with page as (
       select ${keys}, sum(${size}) over (order by ${keys}) - ${size} as bytes_before
       from ${table} ${after === null ? '' : `where (${keys}) > (${from})`}
       order by ${keys} limit ${limits.rows}
     )
     select coalesce(json_agg(${rowAsTexts(columns, 't')} order by ${keys}), '[]') as rows
     from ${table} t join page using (${keys})
     where bytes_before < ${limits.bytes}`,
    after ?? [],
  );
  return found?.rows ?? [];
}

export const keyOf = ({ columns, key }: TableShape, row: Row): string[] =>
  key.map(({ name }) => String(row[columns.findIndex((column) => column.name === name)]));

/** Inserts rows and keeps the identity numbers that the source has generated. */
export async function writeRows(target: Queryable, { table, columns }: TableShape, rows: readonly Row[]) {
  const values = columns.map(({ type }, index) => `(r.value ->> ${index})::${type}`);
  await target.query(
    `insert into ${table} (${columns.map(({ name }) => quoteIdentifier(name)).join(', ')}) overriding system value
     select ${values.join(', ')} from jsonb_array_elements($1::text::jsonb) r`,
    [JSON.stringify(rows)],
  );
}

export interface Fingerprint {
  readonly rows: number;
  readonly hash: string;
}

/**
 * Counts a table's rows and adds up their SHA-256 hashes (128 bits each), so that neither order nor collation matters.
 * Leaves out the column `except`.
 */
export async function fingerprint(
  side: Queryable,
  { table, columns }: TableShape,
  except: string | undefined,
): Promise<Fingerprint> {
  const comparedColumns = columns.filter(({ name }) => name !== except);
  const half = (from: number) => `sum(('x' || substr(h, ${from}, 16))::bit(64)::bigint)`;
  const [found] = await side.query<Fingerprint>(
    `select count(*)::int as rows, concat_ws(':', ${half(1)}, ${half(17)}) as hash
     from (
       select encode(sha256(convert_to(${rowAsTexts(comparedColumns, 't')}::text, 'UTF8')), 'hex') as h from ${table} t
     ) hashed`,
  );
  return found ?? { rows: 0, hash: '' };
}
