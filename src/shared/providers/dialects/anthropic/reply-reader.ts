import { z } from 'zod';
import type { CompletionUsage } from '../../../completion/completion.ts';
import { invalidFormat } from '../../failures.ts';
import { isRecord } from '../../upstream-error.ts';
import { finishReasonsOf } from '../finish-reason.ts';
import type { ReplyPart, ReplyReader } from '../reply-reader.ts';
import { optionalCount } from '../token-count.ts';

const toFinishReason = finishReasonsOf(
  new Map([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'content_filter'],
  ]),
);

const reasonSchema = z.string().nullish().catch(null);
const nameSchema = z.string().optional().catch(undefined);

/** Cached tokens are counted separately, but belong to the prompt. */
const usageSchema = z
  .object({
    input_tokens: optionalCount,
    cache_creation_input_tokens: optionalCount,
    cache_read_input_tokens: optionalCount,
    output_tokens: optionalCount,
  })
  .nullish()
  .catch(null);

/**
 * A content block or a piece of one. Only blocks of text and thinking are read: signatures and redacted thinking are
 * encrypted, and other blocks are tools.
 */
const blockSchema = z
  .object({ type: z.string(), text: z.string().nullish(), thinking: z.string().nullish() })
  .transform(({ type, text, thinking }) => ({
    text: type.startsWith('text') ? (text ?? '') : '',
    reasoning: type.startsWith('thinking') ? (thinking ?? '') : '',
  }));

const messageSchema = z.object({
  model: nameSchema,
  content: z.array(blockSchema),
  stop_reason: reasonSchema,
  usage: usageSchema,
});

/** The events that are read. Vendors announce that new types will come. */
const eventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message_start'),
    message: z.object({ model: nameSchema, usage: usageSchema }),
  }),
  z.object({ type: z.literal('content_block_start'), content_block: blockSchema }),
  z.object({ type: z.literal('content_block_delta'), delta: blockSchema }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: reasonSchema }),
    usage: usageSchema,
  }),
  z.object({ type: z.literal('message_stop') }),
]);

const known = new Set<string>(eventSchema.options.map(({ shape }) => shape.type.value));

const nothing = { text: '', reasoning: '' };

/** Reads a message of Anthropic's Messages API. */
export function createAnthropicReader(): ReplyReader {
  let prompt: Pick<CompletionUsage, 'promptTokens' | 'cachedTokens'> | undefined;
  let hasEnded = false;

  /** Totals so far. The prompt's are at the start and may be corrected at the end. */
  function readUsage(usage: z.infer<typeof usageSchema>): CompletionUsage | undefined {
    if (typeof usage?.input_tokens === 'number') {
      const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = usage;
      prompt = {
        promptTokens: input_tokens + (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0),
        ...(cache_read_input_tokens && { cachedTokens: cache_read_input_tokens }),
      };
    }
    const completionTokens = usage?.output_tokens;
    return prompt && typeof completionTokens === 'number' ? { ...prompt, completionTokens } : undefined;
  }

  function readEvent(value: unknown): ReplyPart {
    if (!isRecord(value) || typeof value['type'] !== 'string') throw invalidFormat();
    if (!known.has(value['type'])) return nothing;
    const { data: event } = eventSchema.safeParse(value);
    switch (event?.type) {
      case 'message_start': {
        // Its output tokens are not the reply's yet.
        readUsage(event.message.usage);
        return { ...nothing, model: event.message.model };
      }
      case 'content_block_start':
        return event.content_block;
      case 'content_block_delta':
        return event.delta;
      case 'message_delta': {
        const finishReason = toFinishReason(event.delta.stop_reason);
        hasEnded ||= finishReason !== undefined;
        return { ...nothing, finishReason, usage: readUsage(event.usage) };
      }
      case 'message_stop':
        return { ...nothing, isLast: hasEnded };
      case undefined:
        throw invalidFormat();
    }
  }

  return {
    readWhole: (value) => {
      const { data: message } = messageSchema.safeParse(value);
      if (!message) throw invalidFormat();
      return {
        text: message.content.map(({ text }) => text).join(''),
        reasoning: message.content.map(({ reasoning }) => reasoning).join(''),
        finishReason: toFinishReason(message.stop_reason),
        usage: readUsage(message.usage),
        model: message.model,
      };
    },
    readEvent,
    end: () => nothing,
  };
}
