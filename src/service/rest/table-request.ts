import type { Claims, Database } from '../database/database.ts';
import { quoteIdentifier } from '../database/quote.ts';
import { type Body, readBody, rowsOf } from './body.ts';
import type { Catalog, Table } from './catalog.ts';
import { formatBody, checkOutcome, contentRange, runAsCaller, rangeStatus } from './outcome.ts';
import { readFormat, type ResponseFormat, type Preferences, preferencesOf } from './preferences.ts';
import { parseQuery } from './query/parse-query.ts';
import type { Query } from './query/query.ts';
import { Refusal } from './refusal.ts';
import { findRelationship } from './relationships.ts';
import { countSql, pageSql } from './sql/page.ts';
import { selectSql } from './sql/select.ts';
import { Parameters, tableName } from './sql/statement.ts';
import { returnCountOnly, deleteSql, insertSql, type ReturningClause, updateSql } from './sql/write.ts';

interface TableRequest {
  readonly database: Database;
  readonly claims: Claims;
  readonly catalog: Catalog;
  readonly method: string;
  readonly table: Table;
  readonly query: Query;
  readonly preferences: Preferences;
  readonly format: ResponseFormat;
}

const originOf = ({ name, columns }: Table, from: string) => ({
  from,
  name,
  table: name,
  columns,
  path: [name],
});

async function readTable(request: TableRequest): Promise<Response> {
  const { database, claims, catalog, method, table, query, preferences, format } = request;
  const parameters = new Parameters();
  const { selection } = query;
  const select = selectSql({ catalog, parameters }, originOf(table, tableName(table.name)), selection);
  const total = preferences.wantsCount ? countSql(select) : null;
  const sql = pageSql({ select, format, scalar: null, total, before: null, isCall: false }, parameters);
  const statement = { sql, values: parameters.values, isReadOnly: true, settings: null };
  const outcome = await runAsCaller(database, claims, statement, (result) => {
    checkOutcome(format, preferences, result, null);
  });
  return new Response(method === 'HEAD' ? null : formatBody(format, outcome), {
    status: rangeStatus(selection.offset, outcome.rows, outcome.total),
    headers: {
      'content-type': format.contentType,
      'content-range': contentRange(selection.offset, outcome.rows, outcome.total),
    },
  });
}

/** Lists the columns that a write returns: the selected ones, and those that embeds need for their joins. */
function returningFor({ catalog, table, query }: TableRequest): ReturningClause {
  const names = new Set<string>();
  for (const item of query.selection.items) {
    if (item.kind === 'all') return (alias) => `${alias}.*`;
    if (item.kind === 'column') names.add(item.field.column);
    else for (const [near] of findRelationship(catalog, table.name, item).pairs) names.add(near);
  }
  for (const { field, relation } of query.selection.order) if (relation === null) names.add(field.column);
  if (names.size === 0) return returnCountOnly;
  return (alias) => Array.from(names, (name) => `${alias}.${quoteIdentifier(name)}`).join(', ');
}

function writeSql(
  request: TableRequest,
  body: Body,
  parameters: Parameters,
  returning: ReturningClause,
): string {
  const { method, table, query, preferences } = request;
  if (method === 'DELETE') return deleteSql(table, query, parameters, returning);
  const rows = rowsOf(body, query.columns);
  if (method === 'PATCH') return updateSql(table, rows, query, parameters, returning);
  return insertSql(table, rows, query, preferences, parameters, returning);
}

function writeStatement(request: TableRequest, body: Body, parameters: Parameters): string {
  const { catalog, table, query, preferences, format } = request;
  if (!preferences.wantsRows)
    return (
      `with source as (${writeSql(request, body, parameters, returnCountOnly)}) ` +
      'select null as body, 0 as rows, count(*)::float8 as total from source'
    );
  const written = writeSql(request, body, parameters, returningFor(request));
  // A write's filters choose the rows to write. All written rows are returned.
  const selection = { ...query.selection, filters: [] };
  const select = selectSql({ catalog, parameters }, originOf(table, 'source'), selection);
  return pageSql(
    {
      select,
      format,
      scalar: null,
      total: '(select count(*) from source)',
      before: `source as (${written})`,
      isCall: false,
    },
    parameters,
  );
}

async function writeTable(request: TableRequest, body: Body): Promise<Response> {
  const { database, claims, method, preferences, format } = request;
  const parameters = new Parameters();
  const sql = writeStatement(request, body, parameters);
  const statement = { sql, values: parameters.values, isReadOnly: false, settings: null };
  const checked: ResponseFormat = preferences.wantsRows ? format : { ...format, kind: 'rows' };
  const outcome = await runAsCaller(database, claims, statement, (result) =>
    checkOutcome(checked, preferences, result, result.total),
  );
  const { total } = outcome;
  const range = contentRange(0, method === 'PATCH' ? (total ?? 0) : 0, preferences.wantsCount ? total : null);
  const headers = { 'content-range': range };
  const isInsert = method === 'POST';
  if (!preferences.wantsRows) return new Response(null, { status: isInsert ? 201 : 204, headers });
  return new Response(formatBody(format, outcome), {
    status: isInsert ? 201 : 200,
    headers: { ...headers, 'content-type': format.contentType },
  });
}

export async function handleTable(
  database: Database,
  catalog: Catalog,
  name: string,
  request: Request,
  claims: Claims,
): Promise<Response> {
  const table = catalog.tables.get(name);
  if (!table)
    throw new Refusal(404, {
      code: 'PGRST205',
      message: `Could not find the table 'public.${name}' in the schema cache`,
    });
  const { method, headers, url } = request;
  const tableRequest = {
    database,
    claims,
    catalog,
    method,
    table,
    query: parseQuery(new URL(url)),
    preferences: preferencesOf(headers),
    format: readFormat(headers),
  };
  if (method === 'GET' || method === 'HEAD') return readTable(tableRequest);
  if (method === 'POST' || method === 'PATCH' || method === 'DELETE')
    return writeTable(
      tableRequest,
      method === 'DELETE' ? { text: '', value: undefined } : await readBody(request),
    );
  throw new Refusal(405, { code: 'PGRST117', message: `Unsupported HTTP method: ${method}` });
}
