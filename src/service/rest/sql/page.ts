import type { ResponseFormat } from '../preferences.ts';
import type { SelectSql } from './select.ts';
import { limitedRowsSql, type Parameters } from './statement.ts';

interface Page {
  readonly select: SelectSql;
  readonly format: ResponseFormat;
  /** Name of the only column if a function returned plain values instead of rows. */
  readonly scalar: string | null;
  /** SQL for the total number of rows; null if the total was not requested. */
  readonly total: string | null;
  /** Statements that the page reads from, e.g. a write. */
  readonly before: string | null;
  /** Whether a function may have set the status and headers of the response. */
  readonly isCall: boolean;
}

function rowText(format: ResponseFormat, scalar: string | null): string {
  if (format.kind === 'csv') return 'substring((r.*)::text from 2 for length((r.*)::text) - 2)';
  const value = scalar === null ? 'row_to_json(r.*)' : `to_json(r.${scalar})`;
  const text = format.stripsNulls ? `json_strip_nulls(${value})::text` : `${value}::text`;
  return scalar === null ? text : `coalesce(${text}, 'null')`;
}

/** Counts the rows without limit and offset. */
export const countSql = ({ rows }: SelectSql): string => `(select count(*) from (select 1 ${rows}) counted)`;

/** Returns a statement with one result row: the body as text, and the values for the headers. */
export function pageSql(page: Page, parameters: Parameters): string {
  const { select, format, scalar, total, before, isCall } = page;
  const texts = limitedRowsSql('select * from page', rowText(format, scalar), parameters);
  const separator = format.kind === 'csv' ? String.raw`E'\n'` : `','`;
  const columns = [
    'result.body',
    'result.rows',
    `${total ?? 'null'}::float8 as total`,
    ...(format.kind === 'csv'
      ? [
          `(select string_agg(key, ',') from json_object_keys((select row_to_json(page.*) from page limit 1)) key) as header`,
        ]
      : []),
    ...(isCall
      ? [
          `current_setting('response.status', true) as status`,
          `current_setting('response.headers', true) as headers`,
        ]
      : []),
  ];
  const statements = [
    ...(before === null ? [] : [before]),
    `page as (select ${select.items} ${select.rows} ${select.page})`,
  ];
  return (
    `with ${statements.join(', ')} select ${columns.join(', ')} ` +
    `from (select string_agg(b.body, ${separator}) as body, count(*)::int as rows from (${texts}) b) result`
  );
}
