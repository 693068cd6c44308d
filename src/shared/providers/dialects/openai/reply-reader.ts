import { z } from 'zod';
import type { CompletionUsage } from '../../../completion/completion.ts';
import { completionErrorCodes } from '../../../completion/error.ts';
import { invalidFormatError } from '../../failures.ts';
import { finishReasonsOf } from '../finish-reason.ts';
import type { ReplyPart, ReplyReader } from '../reply-reader.ts';
import { detailCount, optionalCount, tokenCount } from '../token-count.ts';
import { readContent, readReasoning } from './reasoning.ts';
import { createThinkSplitter } from './think-tags.ts';
import { toolCallsSchema } from './tool-calls.ts';

const usageSchema = z
  .object({
    prompt_tokens: tokenCount,
    completion_tokens: tokenCount,
    total_tokens: optionalCount,
    completion_tokens_details: detailCount('reasoning_tokens'),
    prompt_tokens_details: detailCount('cached_tokens'),
    prompt_cache_hit_tokens: optionalCount,
    is_estimated: z.literal(true).optional().catch(undefined),
  })
  .transform((usage): CompletionUsage => {
    const { prompt_tokens: promptTokens, completion_tokens: reported, total_tokens: total } = usage;
    const reasoningTokens = usage.completion_tokens_details;
    const cachedTokens = usage.prompt_tokens_details ?? usage.prompt_cache_hit_tokens;
    // Only the total shows whether the vendor counts the reasoning separately from the answer.
    const isBeside = reasoningTokens && total === promptTokens + reported + reasoningTokens;
    return {
      promptTokens,
      completionTokens: reported + (isBeside ? reasoningTokens : 0),
      ...(reasoningTokens && { reasoningTokens }),
      ...(cachedTokens && { cachedTokens }),
      ...(usage.is_estimated && { isEstimated: true }),
    };
  });

const finishReasonSchema = z.string().nullish().catch(null);

const storedSchema = z
  .object({
    message: z.unknown(),
    failure: z.object({ code: z.enum(completionErrorCodes), message: z.string() }).optional(),
  })
  .transform(({ message, failure }) => ({ stored: message, ...(failure && { failure }) }))
  .optional()
  .catch(undefined);

/** A message or delta. The fields of its reasoning may have any form. */
const messageSchema = z.looseObject({
  content: z.union([z.string(), z.array(z.unknown())]).nullish(),
  refusal: z.string().nullish().catch(null),
  tool_calls: toolCallsSchema,
});

const commonFields = {
  model: z.string().optional().catch(undefined),
  usage: usageSchema.optional().catch(undefined),
  clover: storedSchema,
  /** Groq's field for errors in a stream. */
  x_groq: z.object({ error: z.unknown() }).optional().catch(undefined),
};

/** A whole reply (PROV-003). Unused fields may have any form, and invalid usage does not make a reply fail. */
const replySchema = z.object({
  ...commonFields,
  choices: z.array(z.object({ message: messageSchema, finish_reason: finishReasonSchema })).min(1),
});

/** One event of a streamed reply. The last one may have usage but no choices. */
const chunkSchema = z.object({
  ...commonFields,
  choices: z.array(z.object({ delta: messageSchema.nullish(), finish_reason: finishReasonSchema })).nullish(),
});

const toFinishReason = finishReasonsOf(
  new Map([
    ['stop', 'stop'],
    ['length', 'length'],
    ['content_filter', 'content_filter'],
    ['tool_calls', 'tool_calls'],
  ]),
);

/** Finish reasons that mean a failure, at OpenRouter and DeepSeek. */
const failureReasons: readonly unknown[] = ['error', 'insufficient_system_resource'];

/** @param isSeparate true if the text never contains reasoning, because our gateway has separated it */
export function createOpenAiReader({ isSeparate }: { readonly isSeparate: boolean }): ReplyReader {
  const splitter = createThinkSplitter();
  let hasReasoning = isSeparate;

  function readMessage(message: z.infer<typeof messageSchema> | null | undefined) {
    if (!message) return { text: '', reasoning: '' };
    const content = readContent(message.content);
    const reasoning = content.reasoning || readReasoning(message);
    // If the vendor separates the reasoning, tags are ordinary text.
    const heldText = !hasReasoning && reasoning !== '' ? splitter.end() : { text: '', reasoning: '' };
    hasReasoning ||= reasoning !== '';
    // A refusal replaces the answer.
    const text = heldText.text + (content.text || (message.refusal ?? ''));
    if (hasReasoning) return { text, reasoning: heldText.reasoning + reasoning };
    return splitter.take(text);
  }

  function partOf(
    { model, usage, clover, x_groq }: Omit<z.infer<typeof chunkSchema>, 'choices'>,
    message: z.infer<typeof messageSchema> | null | undefined,
    reason: string | null | undefined,
  ): ReplyPart {
    const fault =
      x_groq?.error ?? (failureReasons.includes(reason) ? { message: reason, code: 503 } : undefined);
    const toolCalls = message?.tool_calls;
    const finishReason = toFinishReason(reason);
    return { ...readMessage(message), toolCalls, finishReason, usage, model, fault, ...clover };
  }

  return {
    readWhole: (value) => {
      const { data } = replySchema.safeParse(value);
      const choice = data?.choices[0];
      if (!data || !choice) throw invalidFormatError();
      const part = partOf(data, choice.message, choice.finish_reason);
      const heldText = splitter.end();
      return { ...part, text: part.text + heldText.text, reasoning: part.reasoning + heldText.reasoning };
    },
    readEvent: (value) => {
      const { data } = chunkSchema.safeParse(value);
      if (!data) throw invalidFormatError();
      const choice = data.choices?.[0];
      return partOf(data, choice?.delta, choice?.finish_reason);
    },
    end: splitter.end,
  };
}
