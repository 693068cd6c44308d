import { z } from 'zod';
import { efforts } from '../completion/completion.ts';

/** Characters, as in the database. */
export const maxInstructionsLength = 8000;

export const maxSummaryLength = 8000;

const chatSummary = z.object({
  /** The first message that it does not contain. */
  before: z.uuid(),
  text: z.string().regex(/\S/).max(maxSummaryLength),
  /** True if the oldest messages did not fit the model that wrote it. */
  isPartial: z.boolean().exactOptional(),
});
/** A summary of a chat's older messages, which is sent instead of them. */
export type ChatSummary = Readonly<z.infer<typeof chatSummary>>;

/** A chat's settings for its replies. Missing ones have the default. */
export const chatParameters = z.object({
  /** The chat's system prompt. */
  instructions: z.string().regex(/\S/).max(maxInstructionsLength).exactOptional(),
  temperature: z.number().min(0).max(2).exactOptional(),
  topP: z.number().min(0).max(1).exactOptional(),
  /** Tokens of a reply. */
  maxTokens: z.int().min(1).max(1_000_000).exactOptional(),
  effort: z.enum(efforts).exactOptional(),
  summary: chatSummary.exactOptional(),
});
export type ChatParameters = Readonly<z.infer<typeof chatParameters>>;

/** The stored form: null if nothing differs from the default. */
export const storedParameters = chatParameters
  .nullish()
  .catch(null)
  .transform((parameters) => orNull(parameters ?? {}));

/** Null if nothing is set. */
export const orNull = (parameters: ChatParameters): ChatParameters | null =>
  Object.keys(parameters).length === 0 ? null : parameters;

/** The parameters with another summary, or without one. */
export function withSummary(
  parameters: ChatParameters | null,
  summary: ChatSummary | null | undefined,
): ChatParameters | null {
  const { summary: _, ...others } = parameters ?? {};
  return orNull({ ...others, ...(summary && { summary }) });
}

const names = Object.keys(chatParameters.shape) as (keyof ChatParameters)[];

export const areSameParameters = (one: ChatParameters | null, other: ChatParameters | null): boolean =>
  names.every((name) => JSON.stringify(one?.[name]) === JSON.stringify(other?.[name]));
