import type { Column } from '../catalogue.ts';
import type { Field } from '../query/query.ts';
import { Refusal } from '../refusal.ts';
import { identifier, type Parameters } from './statement.ts';

/** Rows that columns are read from. */
export interface Source {
  /** What clients call it. */
  readonly name: string;
  /** What the statement calls it. */
  readonly alias: string;
  readonly columns: readonly Column[];
}

export interface Expression {
  readonly sql: string;
  readonly type: string;
}

export function columnOf({ name, columns }: Pick<Source, 'name' | 'columns'>, wanted: string): Column {
  const column = columns.find((candidate) => candidate.name === wanted);
  if (!column) throw new Refusal(400, { code: '42703', message: `column ${name}.${wanted} does not exist` });
  return column;
}

/** A column, or a value inside its json. Other types than json are read as the json that they are sent as. */
export function fieldSql(source: Source, { column: name, steps }: Field, parameters: Parameters): Expression {
  const column = columnOf(source, name);
  const sql = `${source.alias}.${identifier(name)}`;
  if (steps.length === 0) return { sql, type: column.type };
  const isJson = column.type === 'json' || column.type === 'jsonb';
  const path = steps.map(({ arrow, key }) =>
    /^-?\d{1,9}$/.test(key) ? `${arrow}(${key})` : `${arrow}${parameters.bind(key)}`,
  );
  return {
    sql: `(${isJson ? sql : `to_jsonb(${sql})`}${path.join('')})`,
    type: steps.at(-1)?.arrow === '->>' ? 'text' : column.type === 'json' ? 'json' : 'jsonb',
  };
}
