import type { Claims, Database } from '../database/database.ts';
import { argumentsOf, readBody } from './body.ts';
import type { Catalog, DatabaseFunction } from './catalog.ts';
import {
  formatBody,
  checkOutcome,
  contentRange,
  type StatementResult,
  type RequestSettings,
  runAsCaller,
  rangeStatus,
} from './outcome.ts';
import { readFormat, type ResponseFormat, preferencesOf } from './preferences.ts';
import { parseQuery } from './query/parse-query.ts';
import type { Selection } from './query/query.ts';
import { Refusal } from './refusal.ts';
import { type CallArguments, callSql, chooseFunction, scalarColumn } from './sql/call.ts';
import { countSql, pageSql } from './sql/page.ts';
import { selectSql } from './sql/select.ts';
import { Parameters } from './sql/statement.ts';

/** Functions may read a request's headers, except for its credentials. */
const credentialHeaders = new Set(['authorization', 'apikey', 'cookie']);

const settingsOf = ({ method, url, headers }: Request): RequestSettings => ({
  method,
  path: new URL(url).pathname,
  headers: Object.fromEntries(Array.from(headers).filter(([name]) => !credentialHeaders.has(name))),
});

async function bodyArguments(request: Request): Promise<CallArguments> {
  const body = await readBody(request);
  const args = argumentsOf(body);
  return { kind: 'body', text: body.text || '{}', names: args && Object.keys(args) };
}

const statusOf = ({ status }: StatementResult): number | null =>
  status && /^[2-5]\d\d$/.test(status) ? Number(status) : null;

/** Parses `response.headers`, a list of objects with one header each. */
function headersOf({ headers }: StatementResult): [string, string][] {
  if (!headers) return [];
  try {
    return (JSON.parse(headers) as Record<string, string>[]).flatMap((each) => Object.entries(each));
  } catch {
    throw new Refusal(500, {
      code: 'PGRST111',
      message: 'The response headers that the function set cannot be read',
    });
  }
}

function resultSql(
  catalog: Catalog,
  called: DatabaseFunction,
  call: string,
  selection: Selection,
  format: ResponseFormat,
  wantsCount: boolean,
  parameters: Parameters,
): string {
  const isRow = called.returns === 'row';
  const table = called.table === null ? null : (catalog.tables.get(called.table)?.name ?? null);
  const select = selectSql(
    { catalog, parameters },
    {
      from: 'source',
      name: table ?? called.name,
      table,
      columns: isRow ? called.columns : [{ name: scalarColumn, type: 'text', default: null }],
      path: table === null ? [] : [table],
    },
    selection,
  );
  return pageSql(
    {
      select,
      format,
      scalar: isRow ? null : scalarColumn,
      total: wantsCount ? countSql(select) : null,
      before: `source as (${call})`,
      isCall: true,
    },
    parameters,
  );
}

const countCall = (call: string): string =>
  `with source as (${call}) select null as body, 0 as rows, result.total, ` +
  `current_setting('response.status', true) as status, current_setting('response.headers', true) as headers ` +
  'from (select count(*)::float8 as total from source) result';

export async function handleFunction(
  database: Database,
  catalog: Catalog,
  name: string,
  request: Request,
  claims: Claims,
): Promise<Response> {
  const { method, headers, url } = request;
  if (!['GET', 'HEAD', 'POST'].includes(method))
    throw new Refusal(405, { code: 'PGRST101', message: `Cannot use the ${method} method on RPC` });
  const hasBody = method === 'POST';
  const candidates = catalog.functions.get(name) ?? [];
  const isParameter = (word: string) =>
    candidates.some(({ parameters }) => parameters.some((parameter) => parameter.name === word));
  const query = parseQuery(new URL(url), hasBody ? undefined : isParameter);
  const preferences = preferencesOf(headers);
  const format = readFormat(headers);
  const args: CallArguments = hasBody
    ? await bodyArguments(request)
    : { kind: 'query', pairs: query.arguments };
  const called = chooseFunction(name, candidates, args);

  const parameters = new Parameters();
  const call = callSql(called, args, parameters);
  const isSilent = called.returns === 'void' || preferences.wantsMinimum;
  const sql = isSilent
    ? countCall(call)
    : resultSql(catalog, called, call, query.selection, format, preferences.wantsCount, parameters);
  const statement = {
    sql,
    values: parameters.values,
    isReadOnly: !hasBody || !called.isVolatile,
    settings: settingsOf(request),
  };
  const outcome = await runAsCaller(database, claims, statement, (result) => {
    const changed = isSilent ? result.total : result.rows;
    checkOutcome(isSilent ? { ...format, kind: 'rows' } : format, preferences, result, changed);
  });

  const answerHeaders = new Headers(headersOf(outcome));
  const { offset } = query.selection;
  const total = preferences.wantsCount ? outcome.total : null;
  answerHeaders.set('content-range', contentRange(offset, outcome.rows, total));
  const chosenStatus = statusOf(outcome);
  if (isSilent) return new Response(null, { status: chosenStatus ?? 204, headers: answerHeaders });
  answerHeaders.set('content-type', format.contentType);
  const shape: ResponseFormat =
    called.returnsSet || format.kind === 'csv' ? format : { ...format, kind: 'object' };
  return new Response(method === 'HEAD' ? null : formatBody(shape, outcome), {
    status: chosenStatus ?? rangeStatus(offset, outcome.rows, total),
    headers: answerHeaders,
  });
}
