import { limits } from '../limits.ts';
import { notSupported, limitExceeded, querySyntaxError } from '../refusal.ts';
import {
  type Condition,
  type Field,
  type Filter,
  type FilterGroup,
  operators,
  operatorsWithQuantifier,
  searchOperators,
} from './query.ts';
import { Scanner } from './scanner.ts';

/** How many more conditions the request may have. */
export interface ConditionBudget {
  left: number;
}

const includes = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);

const operandsOfIs = ['null', 'not_null', 'true', 'false', 'unknown'];

/** The part between a field and its value: `not.eq(any).` */
const operatorPattern = /(not\.)?([a-z]+)(?:\(([^()]{0,63})\))?\./y;

type ConditionStart = Pick<Condition, 'negated' | 'operator' | 'quantifier' | 'language'>;

function parseConditionStart(scanner: Scanner): ConditionStart {
  const [, not, name = '', modifier] = scanner.match(operatorPattern) ?? scanner.fail();
  if (name === 'match' || name === 'imatch')
    throw notSupported('Regular expressions are not supported.', 'Use like or ilike.');
  if (!includes(operators, name)) throw querySyntaxError('filter', 'The operator is unknown.');
  let quantifier: Condition['quantifier'] = null;
  let language: string | null = null;
  if (modifier !== undefined) {
    if (includes(operatorsWithQuantifier, name) && (modifier === 'any' || modifier === 'all'))
      quantifier = modifier;
    else if (includes(searchOperators, name) && /^[a-z_]+$/.test(modifier)) language = modifier;
    else throw querySyntaxError('filter', `The operator ${name} does not take this modifier.`);
  }
  return { negated: not !== undefined, operator: name, quantifier, language };
}

function patternOf(text: string): string {
  const pattern = text.replaceAll('*', '%');
  if (pattern.length > limits.patternCharacters)
    throw limitExceeded(`A pattern can have at most ${limits.patternCharacters} characters.`);
  if (pattern.replace(/[^%]/g, '').length > limits.patternWildcards)
    throw limitExceeded(`A pattern can have at most ${limits.patternWildcards} wildcards.`);
  return pattern;
}

/** Checks a value against its operator's limits and converts it for PostgreSQL. */
function valueOf({ operator, quantifier }: ConditionStart, text: string): string {
  if (operator === 'is') {
    const word = text.toLowerCase();
    if (!operandsOfIs.includes(word))
      throw querySyntaxError('filter', 'The operator "is" takes null, not_null, true, false or unknown.');
    return word;
  }
  if (operator === 'like' || operator === 'ilike') return patternOf(text);
  if (includes(searchOperators, operator) && text.length > limits.searchCharacters)
    throw limitExceeded(`A full-text search can have at most ${limits.searchCharacters} characters.`);
  const takesArray = quantifier !== null || ['cs', 'cd', 'ov'].includes(operator);
  if (takesArray && text.split(',', limits.arrayValues + 1).length > limits.arrayValues)
    throw limitExceeded(`An array in a filter can have at most ${limits.arrayValues} values.`);
  return text;
}

function countCondition(budget: ConditionBudget): void {
  budget.left -= 1;
  if (budget.left < 0) throw limitExceeded(`A request can have at most ${limits.conditions} filters.`);
}

/** Parses the text after `column=`, e.g. `not.in.(1,2)`. */
export function parseCondition(field: Field, text: string, budget: ConditionBudget): Condition {
  countCondition(budget);
  const scanner = new Scanner(text, 'filter');
  const head = parseConditionStart(scanner);
  if (head.operator === 'in') {
    const values = scanner.list();
    scanner.end();
    return { kind: 'condition', field, ...head, values };
  }
  const [value = ''] = scanner.match(/.*/sy) ?? [];
  return { kind: 'condition', field, ...head, values: [valueOf(head, value)] };
}

function parseBranch(scanner: Scanner, level: number, budget: ConditionBudget): Filter {
  const group = scanner.match(/(not\.)?(and|or)(?=\()/y);
  if (group) {
    const [, not, joiner] = group;
    return parseBranches(scanner, joiner === 'or' ? 'or' : 'and', not !== undefined, level + 1, budget);
  }
  countCondition(budget);
  const field = scanner.field();
  scanner.expect('.');
  const head = parseConditionStart(scanner);
  if (head.operator === 'in') return { kind: 'condition', field, ...head, values: scanner.list() };
  // Commas inside an array are part of the value.
  const value = scanner.match(/\{[^{}]*\}(?=[,)])/y)?.[0] ?? scanner.listValue();
  return { kind: 'condition', field, ...head, values: [valueOf(head, value)] };
}

function parseBranches(
  scanner: Scanner,
  joiner: FilterGroup['joiner'],
  negated: boolean,
  level: number,
  budget: ConditionBudget,
): FilterGroup {
  if (level > limits.nesting)
    throw limitExceeded(`Groups of filters can be nested at most ${limits.nesting} levels deep.`);
  const filters: Filter[] = [];
  scanner.expect('(');
  do {
    filters.push(parseBranch(scanner, level, budget));
    if (filters.length > limits.branches)
      throw limitExceeded(`A group of filters can have at most ${limits.branches} branches.`);
  } while (scanner.accept(','));
  scanner.expect(')');
  return { kind: 'group', joiner, negated, filters };
}

/** Parses the text after `or=` or `and=`, e.g. `(a.eq.1,not.and(b.gt.2,c.is.null))`. */
export function parseGroup(
  joiner: FilterGroup['joiner'],
  negated: boolean,
  text: string,
  budget: ConditionBudget,
): FilterGroup {
  const scanner = new Scanner(text, 'filter');
  const group = parseBranches(scanner, joiner, negated, 1, budget);
  scanner.end();
  return group;
}
