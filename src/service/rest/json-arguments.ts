/** Raw SQL as kysely holds it: texts, and the nodes between them. */
interface RawNode {
  readonly kind: 'RawNode';
  readonly sqlFragments: readonly string[];
  readonly parameters: readonly unknown[];
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** An argument as lite writes it: `name := value::type`, all three of them nodes. */
const isArgument = (node: unknown): node is RawNode =>
  isPlain(node) &&
  node['kind'] === 'RawNode' &&
  Array.isArray(node['sqlFragments']) &&
  node['sqlFragments'].join('?') === '? := ?::?';

const isJson = (type: unknown) =>
  isPlain(type) && Array.isArray(type['sqlFragments']) && /^jsonb?$/.test(String(type['sqlFragments'][0]));

/** The value that lite made text of; text that is no JSON was itself the value. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function rewriteArgument(node: RawNode): unknown {
  const [name, argument, type] = node.parameters;
  if (!isJson(type) || !isPlain(argument) || typeof argument['value'] !== 'string') return node;
  return { ...node, parameters: [name, { ...argument, value: valueOf(argument['value']) }, type] };
}

function rewrite(node: unknown): unknown {
  if (isArgument(node)) return rewriteArgument(node);
  if (Array.isArray(node)) return node.map(rewrite);
  if (!isPlain(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, rewrite(part)]));
}

/**
 * A plugin for calls of functions: lite makes text of a JSON argument, and our drivers make text of every JSON
 * parameter, so that an object would arrive as a string. This takes the first of the two back.
 */
export const jsonArguments = {
  transformQuery: <Query>({ node }: { readonly node: Query }): Query => rewrite(node) as Query,
  transformResult: <Result>({ result }: { readonly result: Result }): Promise<Result> =>
    Promise.resolve(result),
};
