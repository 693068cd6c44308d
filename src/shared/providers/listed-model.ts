import { z } from 'zod';
import { roundPrice, type ModelFacts } from './model-facts.ts';

export interface OfferedModel extends ModelFacts {
  readonly id: string;
  readonly displayName: string;
}

/** Names are shown and stored, so they must be one short line. */
export const nameSchema = z
  .string()
  // oxlint-disable-next-line no-control-regex -- it refuses control characters
  .regex(/^[^\u0000-\u001f\u007f]{1,200}$/)
  // The database refuses lone surrogates.
  .refine((name) => name.isWellFormed())
  .transform((name) => name.trim())
  .refine((name) => name !== '');

export const optionalField = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
export const tokenCountField = optionalField(z.number().int().min(1).max(100_000_000));
const wordList = optionalField(z.array(z.string()).max(200));
const flagField = optionalField(z.boolean());
/** A number, or a text with one. Negative numbers are dropped, because vendors send them for variable prices. */
const price = optionalField(
  z.union([z.number(), z.string().regex(/^\d/).transform(Number)]).pipe(z.number().min(0).max(1000)),
);

/** Servers agree only on `id`; their other fields have different names. */
const schema = z.object({
  id: nameSchema,
  name: optionalField(nameSchema),
  display_name: optionalField(nameSchema),
  // OpenRouter, Together, Groq, Mistral, vLLM
  context_length: tokenCountField,
  context_window: tokenCountField,
  max_context_length: tokenCountField,
  max_model_len: tokenCountField,
  max_completion_tokens: tokenCountField,
  // OpenRouter
  top_provider: optionalField(z.object({ max_completion_tokens: tokenCountField })),
  architecture: optionalField(z.object({ input_modalities: wordList })),
  supported_parameters: wordList,
  // OpenRouter: dollars per token. Together: dollars per million tokens.
  pricing: optionalField(
    z.object({ prompt: price, completion: price, input_cache_read: price, input: price, output: price }),
  ),
  // Mistral
  capabilities: optionalField(z.object({ vision: flagField, function_calling: flagField })),
  // DeepInfra: dollars per million tokens
  metadata: optionalField(
    z.object({
      context_length: tokenCountField,
      max_tokens: tokenCountField,
      tags: wordList,
      pricing: optionalField(z.object({ input_tokens: price, output_tokens: price })),
    }),
  ),
});
type ListedFields = z.infer<typeof schema>;

const perToken = (value: number | undefined) => (value === undefined ? undefined : roundPrice(value * 1000));
const perMillion = (value: number | undefined) =>
  value === undefined ? undefined : roundPrice(value / 1000);

/** Reads the facts of an entry. Facts that the vendor does not report are undefined. */
function factsOf({ metadata, pricing, capabilities, ...model }: ListedFields) {
  const parameters = model.supported_parameters;
  const tags = metadata?.tags;
  return {
    contextLength:
      model.context_length ??
      metadata?.context_length ??
      model.context_window ??
      model.max_context_length ??
      model.max_model_len,
    maxOutput:
      model.top_provider?.max_completion_tokens ?? model.max_completion_tokens ?? metadata?.max_tokens,
    vision:
      model.architecture?.input_modalities?.includes('image') ??
      capabilities?.vision ??
      (tags?.includes('vision') || undefined),
    tools: parameters?.includes('tools') ?? capabilities?.function_calling,
    reasoning: parameters?.includes('reasoning') ?? (tags?.includes('reasoning') || undefined),
    inputPrice: perToken(pricing?.prompt) ?? perMillion(pricing?.input ?? metadata?.pricing?.input_tokens),
    cachedPrice: perToken(pricing?.input_cache_read),
    outputPrice:
      perToken(pricing?.completion) ?? perMillion(pricing?.output ?? metadata?.pricing?.output_tokens),
  };
}

type PossibleFacts = { readonly [Fact in keyof ModelFacts]: ModelFacts[Fact] | undefined };

export function createOfferedModel(id: string, name: string | undefined, facts: PossibleFacts): OfferedModel {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return { id, displayName: name ?? id, ...(Object.fromEntries(known) as ModelFacts) };
}

/** Reads a list entry with the vendor's facts. Null if it is invalid. */
export function readListedModel(entry: unknown): OfferedModel | null {
  const { data: model } = schema.safeParse(entry);
  if (!model) return null;
  return createOfferedModel(model.id, model.name ?? model.display_name, factsOf(model));
}
