import { z } from 'zod';
import { toStorable } from '../../../src/shared/domain/text.ts';
import { readJson } from '../_shared/body.ts';
import { readMessageId } from '../_shared/message-id.ts';

/** Bytes. A chat of a million tokens fits. */
const largestBody = 4 * 1_048_576;
const mostMessages = 10_000;
const longestName = 200;
/** A reply of more tokens than this is asked for in parts (Continue). */
const mostTokens = 8192;

const textPartSchema = z.object({ type: z.literal('text'), text: z.string() });
/** OpenAI's clients may send a text as a list of parts. */
const contentSchema = z
  .union([z.string(), z.array(textPartSchema).transform((parts) => parts.map(({ text }) => text).join(''))])
  .transform(toStorable);

/** What we read of OpenAI's request. Everything else is dropped, so that no field reaches a vendor unseen. */
const requestSchema = z.object({
  model: z.string().overwrite(toStorable).trim().min(1).max(longestName),
  messages: z
    .array(
      z.object({
        // Newer clients call the system prompt the developer's.
        role: z.enum(['system', 'developer', 'user', 'assistant']),
        content: contentSchema,
      }),
    )
    .min(1)
    .max(mostMessages),
  temperature: z.number().min(0).max(2).nullish(),
  max_tokens: z.number().int().min(1).nullish(),
  /** What newer clients call it. */
  max_completion_tokens: z.number().int().min(1).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
});

export interface ChatRequest {
  /** Id of the message answered; null where the client names none (temporary chats, other clients). */
  readonly messageId: string | null;
  readonly model: string;
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[];
  readonly temperature: number | undefined;
  readonly maxTokens: number | undefined;
  readonly isStreaming: boolean;
  readonly includesUsage: boolean;
}

/** Reads `POST /chat/completions`. Throws Refusal 400 or 413 with the path of what is wrong. */
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
    maxTokens: maxTokens && Math.min(maxTokens, mostTokens),
    isStreaming: body.stream ?? false,
    includesUsage: body.stream_options?.include_usage ?? false,
  };
}
