import { quoteIdentifier } from '../../database/quote.ts';
import type { DatabaseFunction, Parameter } from '../catalog.ts';
import { Refusal } from '../refusal.ts';
import { type Parameters, tableName } from './statement.ts';

export type CallArguments =
  /** The body as text, and the argument names in it; null if the body is not an object. */
  | { readonly kind: 'body'; readonly text: string; readonly names: readonly string[] | null }
  | { readonly kind: 'query'; readonly pairs: readonly (readonly [name: string, value: string])[] };

const namesOf = (given: CallArguments): readonly string[] | null =>
  given.kind === 'body' ? given.names : given.pairs.map(([name]) => name);

function matchesArguments(candidate: DatabaseFunction, names: readonly string[]): boolean {
  const { parameters } = candidate;
  return (
    names.every((name) => name !== '' && parameters.some((parameter) => parameter.name === name)) &&
    parameters.every(({ name, isRequired }) => !isRequired || names.includes(name))
  );
}

function acceptsWholeBody({ parameters: [only, ...others] }: DatabaseFunction): boolean {
  return (
    only !== undefined && others.length === 0 && only.name === '' && ['json', 'jsonb'].includes(only.type)
  );
}

/**
 * Chooses the function whose parameters match the arguments, otherwise the one with a single unnamed json parameter.
 *
 * @throws Refusal if none matches, or several do
 */
export function chooseFunction(
  name: string,
  candidates: readonly DatabaseFunction[],
  given: CallArguments,
): DatabaseFunction {
  const names = namesOf(given);
  const fitting = names === null ? [] : candidates.filter((candidate) => matchesArguments(candidate, names));
  const found = fitting.length > 0 || given.kind === 'query' ? fitting : candidates.filter(acceptsWholeBody);
  const [chosen] = found;
  if (!chosen) {
    const listed = names === null || names.length === 0 ? ' without parameters' : `(${names.join(', ')})`;
    throw new Refusal(404, {
      code: 'PGRST202',
      message: `Could not find the function public.${name}${listed} in the schema cache`,
    });
  }
  if (found.length > 1)
    throw new Refusal(300, {
      code: 'PGRST203',
      message: `Could not choose the best candidate function between ${found.length} of the name public.${name}`,
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    });
  return chosen;
}

interface CallSql {
  /** SQL that comes before the call in `from`. */
  readonly before: string;
  readonly list: string;
}

const argumentSql = ({ name, isVariadic }: Parameter, value: string): string =>
  `${isVariadic ? 'variadic ' : ''}${quoteIdentifier(name)} := ${value}`;

function listArguments(called: DatabaseFunction, given: CallArguments, parameters: Parameters): CallSql {
  if (given.kind === 'query') {
    const list = given.pairs.map(([name, value]) => {
      const parameter = called.parameters.find((one) => one.name === name);
      return parameter ? argumentSql(parameter, parameters.bind(value, parameter.type)) : '';
    });
    return { before: '', list: list.join(', ') };
  }
  const [only] = called.parameters;
  if (only?.name === '') return { before: '', list: parameters.bind(given.text, only.type) };
  const usedParameters = called.parameters.filter(({ name }) => given.names?.includes(name));
  if (usedParameters.length === 0) return { before: '', list: '' };
  const columns = usedParameters.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(', ');
  return {
    before: `json_to_record(${parameters.bind(given.text, 'json')}) as argument(${columns}), lateral `,
    list: usedParameters
      .map((parameter) => argumentSql(parameter, `argument.${quoteIdentifier(parameter.name)}`))
      .join(', '),
  };
}

/** Name of the only column if the result is a plain value. */
export const scalarColumn = 'pgrst_scalar';

export function callSql(called: DatabaseFunction, given: CallArguments, parameters: Parameters): string {
  const { before, list } = listArguments(called, given, parameters);
  const call = `${tableName(called.name)}(${list})`;
  if (called.returns === 'row') return `select call.* from ${before}${call} as call`;
  // A function without a result must also run, so its empty result is selected too.
  return `select call.${scalarColumn} from ${before}${call} as call(${scalarColumn})`;
}
