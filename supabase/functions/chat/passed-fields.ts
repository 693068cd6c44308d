import { z } from 'zod';
import type { ProgramFields } from '../../../src/shared/providers/program-fields.ts';
import type { PassedName } from '../../../src/shared/providers/passed-fields.ts';

const maxTools = 128;
const maxStops = 4;

const name = z.string().regex(/^[\w-]{1,64}$/, 'must have 1 to 64 letters, digits, "_" or "-"');
const schema = z.record(z.string(), z.unknown());
const description = z.string().optional();
const strict = z.boolean().nullish();
const penalty = z.number().min(-2).max(2).nullish();
const stop = z.string().min(1).max(1000);

/** Refuses a field instead of dropping it silently. A client that sends it expects a different reply. */
const unsupported = (advice: string) => z.null({ error: advice }).optional();

/** The fields of OpenAI's request that are passed on to vendors whose dialect supports them. */
export const passedFields = {
  tools: z
    .array(
      z.object({
        type: z.literal('function', 'only functions are supported'),
        function: z.object({ name, description, parameters: schema.optional(), strict }),
      }),
    )
    .min(1)
    .max(maxTools)
    .nullish(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.object({ type: z.literal('function'), function: z.object({ name }) }),
    ])
    .nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('text') }),
      z.object({ type: z.literal('json_object') }),
      z.object({
        type: z.literal('json_schema'),
        json_schema: z.object({ name, description, schema: schema.optional(), strict }),
      }),
    ])
    .nullish(),
  seed: z.number().int().nullish(),
  stop: z.union([stop, z.array(stop).min(1).max(maxStops)]).nullish(),
  presence_penalty: penalty,
  frequency_penalty: penalty,
} satisfies Record<Exclude<PassedName, 'messages'>, z.ZodType> & {
  readonly [Name in 'tools' | 'tool_choice' | 'parallel_tool_calls' | 'stop' | 'seed']: z.ZodType<
    ProgramFields[Name] | null
  >;
};

export const refusedFields = {
  n: z.literal(1, 'must be 1').nullish(),
  logprobs: z.literal(false, 'is not supported').nullish(),
  audio: unsupported('is not supported'),
  functions: unsupported('is not supported: use tools'),
  function_call: unsupported('is not supported: use tool_choice'),
};

export function pickPassedFields(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.keys(passedFields).filter((each) => (body[each] ?? null) !== null);
  return Object.fromEntries(names.map((each) => [each, body[each]]));
}
