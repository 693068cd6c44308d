import { parseComparable, compare, isLike } from './comparison.ts';
import { limits } from './limits.ts';

/** A column with its PostgreSQL type name (`int4`, `uuid`, `_text`). */
export interface Column {
  readonly name: string;
  readonly type: string;
}

const operators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'isdistinct'] as const;
type Operator = (typeof operators)[number];

/** One condition of a filter, e.g. `title=not.like.%draft%`. */
export interface Condition {
  readonly column: Column;
  readonly operator: Operator;
  readonly negated: boolean;
  /** Several values for `in`, otherwise one. */
  readonly values: readonly string[];
}

/** Thrown if a filter can't be used. The message is sent to the client. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

const isOperator = (name: string): name is Operator => (operators as readonly string[]).includes(name);

/** Splits a list at commas outside quotes and parentheses. */
function splitList(text: string): string[] {
  const parts = [''];
  let depth = 0;
  let quoted = false;
  let escaped = false;
  for (const character of text) {
    if (character === '"' && !escaped) quoted = !quoted;
    if (!quoted && character === '(') depth += 1;
    if (!quoted && character === ')') depth -= 1;
    if (character === ',' && !quoted && depth <= 0) parts.push('');
    else parts[parts.length - 1] += character;
    escaped = quoted && character === '\\' && !escaped;
  }
  if (quoted) throw new FilterError('a quote is not closed');
  return parts;
}

/** Removes the quotes and escapes of a value: `"a,\"b\""` becomes `a,"b"`. */
const unquote = (value: string): string =>
  /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value;

const operandsOfIs = ['null', 'true', 'false', 'unknown', 'not_null'];

function valuesOf(operator: Operator, text: string): string[] {
  if (operator === 'in') {
    if (!/^\(.+\)$/s.test(text)) throw new FilterError('the operator "in" needs a list: in.(a,b)');
    const values = splitList(text.slice(1, -1)).map(unquote);
    if (values.length > limits.inValues)
      throw new FilterError(`the operator "in" takes at most ${limits.inValues} values`);
    return values;
  }
  if (operator === 'is') {
    if (!operandsOfIs.includes(text.toLowerCase()))
      throw new FilterError('the operator "is" takes null, not_null, true, false or unknown');
    return [text.toLowerCase()];
  }
  const value = unquote(text);
  if ((operator === 'like' || operator === 'ilike') && value.length > limits.patternLength)
    throw new FilterError(`a pattern can have at most ${limits.patternLength} characters`);
  return [value];
}

function parseCondition(text: string, columns: readonly Column[]): Condition {
  const [, name, not, operator, value] = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text) ?? [];
  if (name === undefined || operator === undefined || value === undefined)
    throw new FilterError('a condition is column=operator.value');
  // A column that the role may not select causes the same error, so that filters don't reveal which columns exist.
  const column = columns.find((candidate) => candidate.name === name.trim());
  if (!column) throw new FilterError(`invalid column for filter ${name.trim()}`);
  if (operator === 'match' || operator === 'imatch')
    throw new FilterError('regular expressions are not supported: use like or ilike');
  if (!isOperator(operator)) throw new FilterError(`unknown operator ${operator}`);
  const values = valuesOf(operator, value);
  const comparesValues = !['is', 'like', 'ilike'].includes(operator);
  if (comparesValues && values.some((one) => parseComparable(column.type, one) === null))
    throw new FilterError(`invalid value for ${column.name} of type ${column.type}`);
  return { column, operator, negated: not !== undefined, values };
}

/**
 * Parses a filter: conditions separated by commas, all of which must be true.
 *
 * @param columns the columns that the subscriber may select
 * @throws FilterError whose message names the mistake
 */
export function parseFilter(text: string, columns: readonly Column[]): Condition[] {
  if (text.trim() === '') return [];
  if (text.length > limits.filterLength) throw new FilterError('the filter is too long');
  const conditions = splitList(text).map((part) => parseCondition(part, columns));
  if (conditions.length > limits.conditions)
    throw new FilterError(`a filter can have at most ${limits.conditions} conditions`);
  return conditions;
}

/** Returns true, false, or null for SQL's third value, unknown. */
function evaluate({ column, operator, values }: Condition, text: string | null): boolean | null {
  const [wanted = ''] = values;
  if (operator === 'is') {
    if (wanted === 'null') return text === null;
    if (wanted === 'not_null') return text !== null;
    const truth = text === null ? null : parseComparable('bool', text);
    return wanted === 'unknown' ? truth === null : truth === (wanted === 'true');
  }
  if (text === null) return operator === 'isdistinct' ? true : null;
  // Matching time grows with text and pattern, and there may be thousands of bindings, so one long message would block
  // the service.
  if ((operator === 'like' || operator === 'ilike') && text.length > limits.likeText) return null;
  if (operator === 'like') return isLike(text, wanted);
  if (operator === 'ilike') return isLike(text.toLowerCase(), wanted.toLowerCase());
  const value = parseComparable(column.type, text);
  if (value === null) return null;
  const orders = values.map((one) => {
    const other = parseComparable(column.type, one);
    return other === null ? Number.NaN : compare(value, other);
  });
  const [order = Number.NaN] = orders;
  switch (operator) {
    case 'eq':
      return order === 0;
    case 'in':
      return orders.includes(0);
    case 'neq':
    case 'isdistinct':
      return order !== 0;
    case 'lt':
      return order < 0;
    case 'lte':
      return order <= 0;
    case 'gt':
      return order > 0;
    case 'gte':
      return order >= 0;
  }
}

/**
 * Checks whether a row passes all conditions. As in SQL, unknown doesn't pass.
 *
 * @param valueOf a function that returns PostgreSQL's text of a column, null for NULL, undefined if the row doesn't
 * have the column
 */
export function matchesFilter(
  conditions: readonly Condition[],
  valueOf: (column: string) => string | null | undefined,
): boolean {
  return conditions.every((condition) => {
    const text = valueOf(condition.column.name);
    if (text === undefined) return false;
    const result = evaluate(condition, text);
    return result !== null && result !== condition.negated;
  });
}

/** Checks for a condition that lists its exact values, which is cheap to check before the query as the subscriber. */
export const isExactCondition = ({ operator, negated }: Condition): boolean =>
  !negated && (operator === 'eq' || operator === 'in');
