import { z } from 'zod';
import type { ToolCallPiece } from '../../../completion/completion.ts';
import { extraContentSchema } from '../signature.ts';

/** The maximum number of tool calls in one reply. Models make fewer. */
const maxCalls = 128;

const callSchema = z.object({
  index: z
    .number()
    .int()
    .min(0)
    .max(maxCalls - 1)
    .optional(),
  id: z.string().max(500).nullish(),
  function: z.object({ name: z.string().max(500).nullish(), arguments: z.string().nullish() }).nullish(),
  extra_content: extraContentSchema.optional().catch(undefined),
});

/** The tool calls of a message or a delta; undefined if there are none or their form is unknown. */
export const toolCallsSchema = z
  .array(callSchema)
  .max(maxCalls)
  .transform((calls) =>
    calls.map(({ index, id, function: called, extra_content }, position): ToolCallPiece => ({
      index: index ?? position,
      ...(id && { id }),
      ...(called?.name && { name: called.name }),
      arguments: called?.arguments ?? '',
      ...(extra_content?.google?.thought_signature && {
        signature: extra_content.google.thought_signature,
      }),
    })),
  )
  .optional()
  .catch(undefined);
