import { quoteIdentifier } from '../../database/quote.ts';
import type { Column } from '../catalog.ts';
import type { Condition, Field, Filter, Operator } from '../query/query.ts';
import { notSupported, Refusal } from '../refusal.ts';
import type { Parameters } from './statement.ts';

export interface ColumnSource {
  /** The name in the request. */
  readonly name: string;
  /** The name in the SQL statement. */
  readonly alias: string;
  readonly columns: readonly Column[];
}

interface Expression {
  readonly sql: string;
  readonly type: string;
}

function columnOf({ name, columns }: Pick<ColumnSource, 'name' | 'columns'>, column: string): Column {
  const matchingColumn = columns.find((candidate) => candidate.name === column);
  if (!matchingColumn)
    throw new Refusal(400, { code: '42703', message: `column ${name}.${column} does not exist` });
  return matchingColumn;
}

/** Returns the SQL of a column, or of a value inside its json. Values of other types are converted to json first. */
export function fieldSql(
  source: ColumnSource,
  { column: name, steps }: Field,
  parameters: Parameters,
): Expression {
  const column = columnOf(source, name);
  const sql = `${source.alias}.${quoteIdentifier(name)}`;
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

const comparisons: Partial<Record<Operator, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const searchFunctions: Partial<Record<Operator, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

const arrayLiteral = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;

function conditionSql(condition: Condition, field: Expression, parameters: Parameters): string {
  const { operator, quantifier, language, values } = condition;
  const [value = ''] = values;
  if (operator === 'is') return `${field.sql} is ${value === 'not_null' ? 'not null' : value}`;
  if (operator === 'in')
    return `${field.sql} = any (${parameters.bind(arrayLiteral(values), `${field.type}[]`)})`;
  const search = searchFunctions[operator];
  if (search) {
    // On other types, the database would have to split the text into words, row by row, for each request.
    if (field.type !== 'tsvector')
      throw notSupported(
        'Full-text filters are supported on tsvector columns only.',
        'To search chats, call the function search_messages.',
      );
    const configuration = language === null ? '' : `${parameters.bind(language, 'regconfig')}, `;
    return `${field.sql} @@ ${search}(${configuration}${parameters.bind(value)})`;
  }
  const isPattern = operator === 'like' || operator === 'ilike';
  const sign = isPattern ? operator : comparisons[operator];
  const type = isPattern ? 'text' : field.type;
  const right = quantifier
    ? `${quantifier} (${parameters.bind(value, `${type}[]`)})`
    : parameters.bind(value, type);
  return `${field.sql} ${sign} ${right}`;
}

/**
 * Returns the SQL of a filter.
 *
 * @param embedded a function that returns the SQL that tests whether the embed with this name is empty; null if there
 * is no such embed
 */
export function filterSql(
  filter: Filter,
  source: ColumnSource,
  parameters: Parameters,
  embedded: (name: string) => string | null,
): string {
  if (filter.kind === 'group') {
    const branches = filter.filters.map((branch) => filterSql(branch, source, parameters, embedded));
    return `${filter.negated ? 'not ' : ''}(${branches.join(` ${filter.joiner} `)})`;
  }
  const { field, operator, values, negated } = filter;
  const missing = field.steps.length === 0 ? embedded(field.column) : null;
  if (missing !== null) {
    const [word] = values;
    if (operator !== 'is' || (word !== 'null' && word !== 'not_null'))
      throw new Refusal(400, {
        code: 'PGRST120',
        message: `Bad operator on the '${field.column}' embedded resource`,
        details: 'Only is null or not is null filters are allowed on embedded resources',
      });
    return negated === (word === 'null') ? `not (${missing})` : `(${missing})`;
  }
  const sql = conditionSql(filter, fieldSql(source, field, parameters), parameters);
  return negated ? `not (${sql})` : `(${sql})`;
}
