export interface ModelFacts {
  /** The maximum number of tokens of a request and its reply together. */
  readonly contextLength?: number;
  readonly maxOutput?: number;
  readonly vision?: boolean;
  readonly tools?: boolean;
  readonly reasoning?: boolean;
  /** US dollars per 1,000 tokens. */
  readonly inputPrice?: number;
  readonly outputPrice?: number;
  /** The price of input that the vendor reads from its cache. */
  readonly cachedPrice?: number;
}

/** Thousands of tokens, abilities (`v` vision, `t` tools, `r` reasoning), and dollars per million tokens. */
type Row = readonly [context: number, output: number, abilities: string, input: number, completion: number];

/** Keyed by the host of the maker's service, because the prices apply only there. */
const makers: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'api.openai.com': {
    'gpt-4.1': [1047.576, 32.768, 'vt', 2, 8],
    'gpt-4.1-mini': [1047.576, 32.768, 'vt', 0.4, 1.6],
    'gpt-4.1-nano': [1047.576, 32.768, 'vt', 0.1, 0.4],
    'gpt-4o': [128, 16.384, 'vt', 2.5, 10],
    'gpt-4o-mini': [128, 16.384, 'vt', 0.15, 0.6],
    'gpt-5': [400, 128, 'vtr', 1.25, 10],
    'gpt-5-mini': [400, 128, 'vtr', 0.25, 2],
    'gpt-5-nano': [400, 128, 'vtr', 0.05, 0.4],
    o3: [200, 100, 'vtr', 2, 8],
    'o4-mini': [200, 100, 'vtr', 1.1, 4.4],
  },
  'api.anthropic.com': {
    'claude-opus-4-1': [200, 32, 'vtr', 15, 75],
    'claude-opus-4': [200, 32, 'vtr', 15, 75],
    'claude-sonnet-4-5': [200, 64, 'vtr', 3, 15],
    'claude-sonnet-4': [200, 64, 'vtr', 3, 15],
    'claude-haiku-4-5': [200, 64, 'vtr', 1, 5],
    'claude-3-5-haiku': [200, 8.192, 'vt', 0.8, 4],
  },
  'generativelanguage.googleapis.com': {
    'gemini-2.5-pro': [1048.576, 65.536, 'vtr', 1.25, 10],
    'gemini-2.5-flash': [1048.576, 65.536, 'vtr', 0.3, 2.5],
    'gemini-2.5-flash-lite': [1048.576, 65.536, 'vtr', 0.1, 0.4],
  },
  'api.x.ai': {
    'grok-4': [256, 64, 'vtr', 3, 15],
    'grok-3': [131.072, 64, 't', 3, 15],
    'grok-3-mini': [131.072, 64, 'tr', 0.3, 0.5],
  },
  'api.mistral.ai': {
    'mistral-large': [128, 32, 't', 2, 6],
    'mistral-medium': [128, 32, 'vt', 0.4, 2],
    'mistral-small': [128, 32, 'vt', 0.1, 0.3],
    codestral: [256, 32, 't', 0.3, 0.9],
  },
};

/** Removes the version: `maker/model-2025-04-14` and `model-latest` are versions of `model`. */
const withoutVersion = (id: string): string =>
  id
    .slice(id.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/-(?:latest|\d{4}-\d\d-\d\d|\d{8}|\d{4})$/, '');

const rows = new Map(
  Object.entries(makers).flatMap(([host, models]) =>
    Object.entries(models).map(([name, row]) => [name, { host, row }] as const),
  ),
);

/** Rounds a price to ten digits, because 0.0000004 * 1000 is not exactly 0.0004 in floating point. */
export const roundPrice = (dollars: number): number => Number(dollars.toPrecision(10));

/** Returns the table's facts about a model, with prices only if this host is its maker's. Empty for unknown models. */
export function knownFacts(id: string, host: string): ModelFacts {
  const row = rows.get(withoutVersion(id));
  if (!row) return {};
  const [context, output, abilities, input, completion] = row.row;
  return {
    contextLength: Math.round(context * 1000),
    maxOutput: Math.round(output * 1000),
    ...(abilities.includes('v') && { vision: true }),
    ...(abilities.includes('t') && { tools: true }),
    ...(abilities.includes('r') && { reasoning: true }),
    ...(host === row.host && {
      inputPrice: roundPrice(input / 1000),
      outputPrice: roundPrice(completion / 1000),
    }),
  };
}
