import { z } from 'zod';
import { efforts } from '../completion/completion.ts';

/** Characters, as in the database. */
export const longestInstructions = 8000;

/** What a chat sets for its replies; what is missing has the default. */
export const chatParameters = z.object({
  /** The chat's system prompt. */
  instructions: z.string().regex(/\S/).max(longestInstructions).exactOptional(),
  temperature: z.number().min(0).max(2).exactOptional(),
  topP: z.number().min(0).max(1).exactOptional(),
  /** Tokens of a reply. */
  maxTokens: z.int().min(1).max(1_000_000).exactOptional(),
  effort: z.enum(efforts).exactOptional(),
});
export type ChatParameters = Readonly<z.infer<typeof chatParameters>>;

/** As it is stored: null if nothing differs from the default. */
export const storedParameters = chatParameters
  .nullish()
  .catch(null)
  .transform((parameters) => orNull(parameters ?? {}));

/** Null if nothing is set. */
export const orNull = (parameters: ChatParameters): ChatParameters | null =>
  Object.keys(parameters).length === 0 ? null : parameters;

const names = Object.keys(chatParameters.shape) as (keyof ChatParameters)[];

export const areSameParameters = (one: ChatParameters | null, other: ChatParameters | null): boolean =>
  names.every((name) => one?.[name] === other?.[name]);
