import { z } from 'zod';
import { efforts } from '../completion/completion.ts';

/** In characters. The database has the same limit. */
export const maxInstructionsLength = 8000;

export const maxSummaryLength = 8000;

const chatSummary = z.object({
  /** The first message that the summary does not contain. */
  before: z.uuid(),
  text: z.string().regex(/\S/).max(maxSummaryLength),
  /** True if the oldest messages were left out because they did not fit the context of the summarizing model. */
  isPartial: z.boolean().exactOptional(),
});
/** A summary of a chat's older messages, sent to the vendor in their place. */
export type ChatSummary = Readonly<z.infer<typeof chatSummary>>;

/** A persona whose instructions and parameters were copied. It may no longer exist. */
const copiedPersona = z.object({ id: z.uuid(), name: z.string().min(1).max(60) });

/** A chat's own settings for its replies. Missing fields mean the default. */
export const chatParameters = z.object({
  instructions: z.string().regex(/\S/).max(maxInstructionsLength).exactOptional(),
  temperature: z.number().min(0).max(2).exactOptional(),
  topP: z.number().min(0).max(1).exactOptional(),
  maxTokens: z.int().min(1).max(1_000_000).exactOptional(),
  effort: z.enum(efforts).exactOptional(),
  summary: chatSummary.exactOptional(),
  /** Whether the account's instructions are sent. If absent, the account's setting decides. */
  accountInstructions: z.boolean().exactOptional(),
  persona: copiedPersona.exactOptional(),
});
export type ChatParameters = Readonly<z.infer<typeof chatParameters>>;

/** The stored form: null if nothing differs from the default. */
export const storedParameters = chatParameters
  .nullish()
  .catch(null)
  .transform((parameters) => nullIfEmpty(parameters ?? {}));

/** The copy of the persona that the user picked for one message. Null if they picked none. */
export const storedMessageParameters = chatParameters
  .omit({ summary: true, accountInstructions: true })
  .extend({ persona: copiedPersona })
  .nullish()
  .catch(null)
  .transform((parameters) => parameters ?? null);

export const nullIfEmpty = (parameters: ChatParameters): ChatParameters | null =>
  Object.keys(parameters).length === 0 ? null : parameters;

/**
 * Replaces the parameters with those of a persona, or removes them. Keeps the summary and `accountInstructions`,
 * because these belong to the chat.
 */
export function withPersonaParameters(
  { summary, accountInstructions }: ChatParameters = {},
  persona: ChatParameters = {},
): ChatParameters {
  return {
    ...(summary && { summary }),
    ...(accountInstructions !== undefined && { accountInstructions }),
    ...persona,
  };
}

export function withSummary(
  parameters: ChatParameters | null,
  summary: ChatSummary | null | undefined,
): ChatParameters | null {
  const { summary: _, ...others } = parameters ?? {};
  return nullIfEmpty({ ...others, ...(summary && { summary }) });
}

const names = Object.keys(chatParameters.shape) as (keyof ChatParameters)[];

export const areSameParameters = (one: ChatParameters | null, other: ChatParameters | null): boolean =>
  names.every((name) => JSON.stringify(one?.[name]) === JSON.stringify(other?.[name]));
