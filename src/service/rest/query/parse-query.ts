import { limits } from '../limits.ts';
import { limitExceeded, Refusal, querySyntaxError } from '../refusal.ts';
import { type ConditionBudget, parseCondition, parseGroup } from './parse-filters.ts';
import { parseSelect } from './parse-select.ts';
import { type Field, embedName, type OrderTerm, type Query, type Selection } from './query.ts';
import { Scanner } from './scanner.ts';

function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order');
  const terms: OrderTerm[] = [];
  do {
    let field = scanner.field();
    let relation: string | null = null;
    if (field.steps.length === 0 && scanner.accept('(')) {
      relation = field.column;
      field = scanner.field();
      scanner.expect(')');
    }
    const [, direction] = scanner.match(/\.(asc|desc)(?=[.,]|$)/y) ?? [];
    const [, nulls] = scanner.match(/\.nulls(first|last)(?=,|$)/y) ?? [];
    terms.push({
      relation,
      field,
      descending: direction === 'desc',
      nulls: nulls === 'first' || nulls === 'last' ? nulls : null,
    });
    if (terms.length > limits.orderTerms)
      throw limitExceeded(`A request can order by at most ${limits.orderTerms} columns.`);
  } while (scanner.accept(','));
  scanner.end();
  return terms;
}

function parseNumber(parameter: 'limit' | 'offset', text: string): number {
  if (/^-\d+$/.test(text))
    throw new Refusal(416, {
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: `${parameter} must not be negative.`,
    });
  if (!/^\d{1,15}$/.test(text)) throw querySyntaxError(parameter, 'It must be a whole number.');
  return Number(text);
}

function parseNames(parameter: string, text: string): string[] {
  const scanner = new Scanner(text, parameter);
  const names: string[] = [];
  do names.push(scanner.name());
  while (scanner.accept(','));
  scanner.end();
  if (names.length > limits.columns)
    throw limitExceeded(`${parameter} can have at most ${limits.columns} names.`);
  return names;
}

/** Finds the embed that a parameter such as `books.author.order` refers to. */
function selectionAt(root: Selection, path: readonly string[]): Selection {
  let selection = root;
  for (const name of path) {
    const embed = selection.items.find((item) => item.kind === 'embed' && embedName(item) === name);
    if (embed?.kind !== 'embed')
      throw new Refusal(400, {
        code: 'PGRST108',
        message: `'${name}' is not an embedded resource in this request`,
        hint: `Verify that '${name}' is included in the 'select' query parameter.`,
      });
    selection = embed.selection;
  }
  return selection;
}

/** Splits a parameter into its dotted names and the json path after the last one. */
function parseKey(key: string): { readonly path: string[]; readonly field: Field } {
  const scanner = new Scanner(key, 'filter');
  const path: string[] = [];
  for (;;) {
    const field = scanner.field();
    if (!scanner.accept('.')) {
      scanner.end();
      return { path, field };
    }
    path.push(field.column);
  }
}

function addParameter(root: Selection, key: string, value: string, budget: ConditionBudget): void {
  const { path, field } = parseKey(key);
  const word = field.steps.length === 0 ? field.column : '';
  if (word === 'or' || word === 'and') {
    const negated = path.at(-1) === 'not';
    const selection = selectionAt(root, negated ? path.slice(0, -1) : path);
    selection.filters.push(parseGroup(word, negated, value, budget));
    return;
  }
  const selection = selectionAt(root, path);
  if (word === 'order') selection.order = parseOrder(value);
  else if (word === 'limit') selection.limit = parseNumber('limit', value);
  else if (word === 'offset') selection.offset = parseNumber('offset', value);
  else selection.filters.push(parseCondition(field, value, budget));
}

/**
 * Parses the parameters of a request.
 *
 * @param isArgument a function that returns whether a parameter is an argument of the called function
 * @throws Refusal if there is a syntax error or a limit is exceeded
 */
export function parseQuery(url: URL, isArgument: (name: string) => boolean = () => false): Query {
  if (url.href.length > limits.urlCharacters)
    throw limitExceeded(`A URL can have at most ${limits.urlCharacters} characters.`);
  const selection = parseSelect(url.searchParams.get('select'));
  const budget = { left: limits.conditions };
  const query = {
    selection,
    columns: null as readonly string[] | null,
    conflictColumns: null as readonly string[] | null,
    arguments: [] as (readonly [string, string])[],
  };
  for (const [key, value] of url.searchParams) {
    if (isArgument(key)) query.arguments.push([key, value]);
    else if (key === 'columns') query.columns = parseNames('columns', value);
    else if (key === 'on_conflict') query.conflictColumns = parseNames('on_conflict', value);
    else if (key !== 'select' && key !== 'apikey') addParameter(selection, key, value, budget);
  }
  return query;
}
