import { z } from 'zod';
import type { CompletionMessage, Effort } from '../../../src/shared/completion/completion.ts';
import { toStorable } from '../../../src/shared/domain/text.ts';
import { readJson } from '../_shared/body.ts';
import { readMessageId } from '../_shared/http.ts';

/** Bytes. A chat of a million tokens fits. */
const largestBody = 4 * 1_048_576;
const maxMessages = 10_000;
const longestName = 200;
/** Longer replies come in parts (Continue). */
const maxReplyTokens = 8192;

const textPartSchema = z.object({ type: z.literal('text'), text: z.string() });
/** OpenAI's clients may send a text as a list of parts. */
const contentSchema = z
  .union([z.string(), z.array(textPartSchema).transform((parts) => parts.map(({ text }) => text).join(''))])
  .transform(toStorable);

const maxTokensSchema = z.number().int().min(1).nullish();

/** OpenAI's efforts, and ours. */
const effortOf = {
  none: 'off',
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'high',
} as const satisfies Record<string, Effort>;
const effortSchema = z
  .enum(Object.keys(effortOf) as (keyof typeof effortOf)[])
  .transform((effort) => effortOf[effort]);

/** The fields of OpenAI's request that we use. All others are dropped, so that nothing reaches a vendor unchecked. */
const requestSchema = z.object({
  model: z.string().overwrite(toStorable).trim().min(1).max(longestName),
  messages: z
    .array(
      z.object({
        // Newer clients call the system role "developer".
        role: z.enum(['system', 'developer', 'user', 'assistant']),
        content: contentSchema,
      }),
    )
    .min(1)
    .max(maxMessages),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  reasoning_effort: effortSchema.nullish(),
  max_tokens: maxTokensSchema,
  /** The newer name of `max_tokens`. */
  max_completion_tokens: maxTokensSchema,
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
});

interface ChatRequest {
  /** Id of the message to answer; null if the client names none (temporary chats, other clients). */
  readonly messageId: string | null;
  readonly model: string;
  readonly messages: readonly CompletionMessage[];
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly maxTokens: number | undefined;
  readonly effort: Effort | undefined;
  readonly isStreaming: boolean;
  readonly includesUsage: boolean;
}

/** Reads `POST /chat/completions`. Throws Refusal 400, with the path of the wrong field, or 413. */
export async function readChatRequest(request: Request): Promise<ChatRequest> {
  const messageId = readMessageId(request);
  const body = await readJson(request, requestSchema, largestBody);
  const maxTokens = body.max_completion_tokens ?? body.max_tokens ?? undefined;
  return {
    messageId,
    model: body.model,
    messages: body.messages.map(({ role, content }) => ({
      role: role === 'developer' ? 'system' : role,
      content,
    })),
    temperature: body.temperature ?? undefined,
    topP: body.top_p ?? undefined,
    maxTokens: maxTokens && Math.min(maxTokens, maxReplyTokens),
    effort: body.reasoning_effort ?? undefined,
    isStreaming: body.stream ?? false,
    includesUsage: body.stream_options?.include_usage ?? false,
  };
}
