import { z } from 'zod';
import type { CompletionUsage, FinishReason } from '../completion/completion.ts';
import { completionErrorCodes } from '../completion/error.ts';
import type { ChatCall } from './post.ts';

/** What a counter of the database can hold; larger numbers of a vendor are ignored. */
const tokensSchema = z.number().int().min(0).max(2_147_483_647);

const usageSchema = z
  .object({ prompt_tokens: tokensSchema, completion_tokens: tokensSchema })
  .transform((usage): CompletionUsage => ({
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
  }));

const finishReasonSchema = z.string().nullish().catch(null);

/** The stored row of a reply, and why it is incomplete: from our own gateway only. */
const storedSchema = z
  .object({
    message: z.unknown(),
    failure: z.object({ code: z.enum(completionErrorCodes), message: z.string() }).optional(),
  })
  .transform(({ message, failure }) => ({ stored: message, ...(failure && { failure }) }))
  .optional()
  .catch(undefined);

/** A whole reply (PROV-003). Fields that we don't read may have any form, and bad usage is never a reason to fail. */
export const replySchema = z.object({
  model: z.string().optional().catch(undefined),
  choices: z
    .array(
      z.object({ message: z.object({ content: z.string().nullish() }), finish_reason: finishReasonSchema }),
    )
    .min(1),
  usage: usageSchema.optional().catch(undefined),
  clover: storedSchema,
});

/** One event of a streamed reply. The last may have usage and no choice. */
export const chunkSchema = z.object({
  model: z.string().optional().catch(undefined),
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: finishReasonSchema,
      }),
    )
    .nullish(),
  usage: usageSchema.optional().catch(undefined),
  clover: storedSchema,
});

const finishReasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content_filter',
};

/** The vendor's finish reason as one of ours; undefined if the reply continues. */
export const toFinishReason = (reason: string | null | undefined): FinishReason | undefined =>
  reason ? (finishReasons[reason] ?? 'unknown') : undefined;

/** Throws the error in a body with status 200. */
export function throwFault(call: Pick<ChatCall, 'fault'>, value: unknown): void {
  if (typeof value !== 'object' || value === null || !('error' in value)) return;
  if (value.error !== null && value.error !== undefined) throw call.fault(value.error);
}
