import { quoteIdentifier } from '../../database/quote.ts';
import type { Rows } from '../body.ts';
import type { Column, Table } from '../catalog.ts';
import type { Preferences } from '../preferences.ts';
import type { Query } from '../query/query.ts';
import { notSupported, Refusal } from '../refusal.ts';
import { filterSql } from './filter.ts';
import { type Parameters, tableName } from './statement.ts';

/** Lists the columns that a write returns, given its table's alias. */
export type ReturningClause = (alias: string) => string;

/** Returns the SQL of a write without values, which changes nothing. */
const writeNothing = (table: Table, returning: ReturningClause): string =>
  returning === returnCountOnly
    ? 'select 1 where false'
    : `select ${returning('t')} from ${tableName(table.name)} t where false`;

/** For writes that only count their rows. They read no column, so the caller needs no right to read. */
export const returnCountOnly: ReturningClause = () => '1';

const columnList = (names: readonly string[]): string => names.map(quoteIdentifier).join(', ');

function columnsNamed(table: Table, names: readonly string[]): Column[] {
  return names.map((name) => {
    const column = table.columns.find((candidate) => candidate.name === name);
    if (!column)
      throw new Refusal(400, {
        code: 'PGRST204',
        message: `Could not find the '${name}' column of '${table.name}' in the schema cache`,
      });
    return column;
  });
}

const columnDefinitions = (columns: readonly Column[]): string =>
  columns.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(', ');

/**
 * Selects the body's rows as a table `body`. A missing column is null, or gets its default if the client requests that.
 */
function bodyRows(
  columns: readonly Column[],
  text: string,
  fillsDefaults: boolean,
  parameters: Parameters,
): string {
  const json = parameters.bind(text, 'json');
  const withDefault = columns.filter((column) => column.default !== null);
  if (!fillsDefaults || withDefault.length === 0)
    return `json_to_recordset(${json}) as body(${columnDefinitions(columns)})`;
  const defaults = withDefault.map(
    ({ name, default: value }) => `${parameters.bind(name)}, to_jsonb(${value})`,
  );
  const valuesWithDefaults = `jsonb_build_object(${defaults.join(', ')}) || element.value::jsonb`;
  return `json_array_elements(${json}) as element(value), jsonb_to_record(${valuesWithDefaults}) as body(${columnDefinitions(columns)})`;
}

function conflictClause(
  table: Table,
  columns: readonly string[],
  { conflictColumns }: Query,
  { conflicts }: Preferences,
): string {
  const keys = conflictColumns ?? table.primaryKey;
  if (conflicts === null || keys.length === 0) return '';
  columnsNamed(table, keys);
  const changed = columns.filter((name) => !keys.includes(name));
  if (conflicts === 'ignore') return ` on conflict (${columnList(keys)}) do nothing`;
  const set = (changed.length > 0 ? changed : columns).map(
    (name) => `${quoteIdentifier(name)} = excluded.${quoteIdentifier(name)}`,
  );
  return ` on conflict (${columnList(keys)}) do update set ${set.join(', ')}`;
}

export function insertSql(
  table: Table,
  rows: Rows,
  query: Query,
  preferences: Preferences,
  parameters: Parameters,
  returning: ReturningClause,
): string {
  const alias = parameters.alias();
  const target = `insert into ${tableName(table.name)} as ${alias}`;
  const returningSql = `returning ${returning(alias)}`;
  const [anyColumn] = table.columns;
  if (rows.columns.length === 0 && rows.count > 0 && anyColumn) {
    const defaults = Array.from({ length: rows.count }, () => '(default)').join(', ');
    return `${target} (${quoteIdentifier(anyColumn.name)}) values ${defaults} ${returningSql}`;
  }
  const columns = columnsNamed(table, rows.columns);
  if (columns.length === 0) return writeNothing(table, returning);
  const names = columnList(rows.columns);
  const body = bodyRows(columns, rows.text, preferences.fillsDefaults, parameters);
  const values = rows.columns.map((name) => `body.${quoteIdentifier(name)}`).join(', ');
  const conflict = conflictClause(table, rows.columns, query, preferences);
  return `${target} (${names}) select ${values} from ${body}${conflict} ${returningSql}`;
}

/** Throws Refusal without a filter, like hosted projects, so that no one changes all rows of a table by mistake. */
function refuseWithoutFilter(kind: 'UPDATE' | 'DELETE', { selection }: Query): void {
  if (selection.filters.length === 0)
    throw new Refusal(400, { code: '21000', message: `${kind} requires a WHERE clause` });
  if (selection.limit !== null || selection.offset > 0)
    throw notSupported('Updates and deletes do not take limit or offset.', 'Filter by primary key instead.');
}

function whereSql(table: Table, alias: string, { selection }: Query, parameters: Parameters): string {
  const source = { name: table.name, alias, columns: table.columns };
  return selection.filters.map((filter) => filterSql(filter, source, parameters, () => null)).join(' and ');
}

export function updateSql(
  table: Table,
  rows: Rows,
  query: Query,
  parameters: Parameters,
  returning: ReturningClause,
): string {
  refuseWithoutFilter('UPDATE', query);
  if (rows.count !== 1)
    throw new Refusal(400, { code: 'PGRST102', message: 'An update takes one object with the new values' });
  const columns = columnsNamed(table, rows.columns);
  if (columns.length === 0) return writeNothing(table, returning);
  const alias = parameters.alias();
  const set = columns
    .map(({ name }) => `${quoteIdentifier(name)} = body.${quoteIdentifier(name)}`)
    .join(', ');
  const body = bodyRows(columns, rows.text, false, parameters);
  const where = whereSql(table, alias, query, parameters);
  return `update ${tableName(table.name)} ${alias} set ${set} from ${body} where ${where} returning ${returning(alias)}`;
}

export function deleteSql(
  table: Table,
  query: Query,
  parameters: Parameters,
  returning: ReturningClause,
): string {
  refuseWithoutFilter('DELETE', query);
  const alias = parameters.alias();
  const where = whereSql(table, alias, query, parameters);
  return `delete from ${tableName(table.name)} ${alias} where ${where} returning ${returning(alias)}`;
}
