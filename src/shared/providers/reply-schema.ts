import { z } from 'zod';
import type { CompletionUsage, FinishReason } from '../completion/completion.ts';

/** What a counter in the database can hold; a vendor that claims more is not believed. */
const tokensSchema = z.number().int().min(0).max(2_147_483_647);

const usageSchema = z
  .object({ prompt_tokens: tokensSchema, completion_tokens: tokensSchema })
  .transform((usage): CompletionUsage => ({
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
  }));

const finishReasonSchema = z.string().nullish().catch(null);

/** A whole reply (PROV-003). What we do not read may have any shape; usage is a courtesy and never a reason to fail. */
export const replySchema = z.object({
  model: z.string().optional().catch(undefined),
  choices: z
    .array(
      z.object({ message: z.object({ content: z.string().nullish() }), finish_reason: finishReasonSchema }),
    )
    .min(1),
  usage: usageSchema.optional().catch(undefined),
});

/** One event of a streamed reply. The last may hold usage and no choice. */
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
});

const finishReasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content_filter',
};

/** The vendor's word for why the reply ended as one of ours; undefined while it goes on. */
export function toFinishReason(word: string | null | undefined): FinishReason | undefined {
  if (word === null || word === undefined || word === '') return undefined;
  return finishReasons[word] ?? 'unknown';
}
