import { z } from 'zod';
import {
  maxRequestBytes,
  type CompletionMessage,
  type Effort,
  type PassedFields,
} from '../../../src/shared/completion/completion.ts';
import { toStorable } from '../../../src/shared/domain/text.ts';
import { readJson } from '../_shared/body.ts';
import { readMessageId } from '../_shared/http.ts';
import { conversationSchema } from './conversation.ts';
import { passedFields, refusedFields, pickPassedFields } from './passed-fields.ts';

const longestName = 200;
/** Users can extend longer replies with "Continue". */
const maxReplyTokens = 8192;

const maxTokensSchema = z.number().int().min(1).nullish();

/** Maps OpenAI's reasoning efforts to ours. */
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

/** The fields of OpenAI's request that we use. All others are dropped, so that nothing unchecked reaches a vendor. */
const requestSchema = z.object({
  model: z.string().overwrite(toStorable).trim().min(1).max(longestName),
  messages: conversationSchema,
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  reasoning_effort: effortSchema.nullish(),
  max_tokens: maxTokensSchema,
  /** The newer name of `max_tokens`. */
  max_completion_tokens: maxTokensSchema,
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  ...passedFields,
  ...refusedFields,
});

interface ChatRequest {
  /** Id of the message to answer; null if the client sends none (temporary chats, other clients). */
  readonly messageId: string | null;
  readonly model: string;
  readonly messages: readonly CompletionMessage[];
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly maxTokens: number | undefined;
  readonly effort: Effort | undefined;
  /** Images, tools and other fields, for vendors whose dialect supports them. */
  readonly passed: PassedFields | undefined;
  readonly isStreaming: boolean;
  readonly includesUsage: boolean;
}

/** Reads `POST /chat/completions`. Throws Refusal 400 with the path of the wrong field, or 413. */
export async function readChatRequest(request: Request): Promise<ChatRequest> {
  const messageId = readMessageId(request);
  const body = await readJson(request, requestSchema, maxRequestBytes);
  const { passed: messages } = body.messages;
  const passed = { ...pickPassedFields(body), ...(messages && { messages }) };
  const maxTokens = body.max_completion_tokens ?? body.max_tokens ?? undefined;
  return {
    messageId,
    model: body.model,
    messages: body.messages.plain,
    temperature: body.temperature ?? undefined,
    topP: body.top_p ?? undefined,
    maxTokens: maxTokens && Math.min(maxTokens, maxReplyTokens),
    effort: body.reasoning_effort ?? undefined,
    passed: Object.keys(passed).length > 0 ? passed : undefined,
    isStreaming: body.stream ?? false,
    includesUsage: body.stream_options?.include_usage ?? false,
  };
}
