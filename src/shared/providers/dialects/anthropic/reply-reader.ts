import { z } from 'zod';
import type { CompletionUsage, ToolCallPiece } from '../../../completion/completion.ts';
import { invalidFormatError } from '../../failures.ts';
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
    ['tool_use', 'tool_calls'],
  ]),
);

const reasonSchema = z.string().nullish().catch(null);
const nameSchema = z.string().optional().catch(undefined);

/** Anthropic counts cached tokens separately, but they belong to the prompt. */
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
 * A content block or a piece of one. Only text, thinking and tool calls are read: signatures and redacted thinking
 * are encrypted, and other blocks belong to tools that the vendor itself runs.
 */
const blockSchema = z
  .object({
    type: z.string(),
    text: z.string().nullish(),
    thinking: z.string().nullish(),
    id: z.string().max(500).nullish(),
    name: z.string().max(500).nullish(),
    input: z.record(z.string(), z.unknown()).nullish().catch(null),
    partial_json: z.string().nullish(),
  })
  .transform(({ type, text, thinking, id, name, input, partial_json: json }) => ({
    text: type.startsWith('text') ? (text ?? '') : '',
    reasoning: type.startsWith('thinking') ? (thinking ?? '') : '',
    call: type === 'tool_use' ? { id: id ?? '', name: name ?? '', input: input ?? {} } : undefined,
    json: type === 'input_json_delta' ? (json ?? '') : '',
  }));
type Block = z.infer<typeof blockSchema>;

const indexSchema = z.number().optional().catch(undefined);

const messageSchema = z.object({
  model: nameSchema,
  content: z.array(blockSchema),
  stop_reason: reasonSchema,
  usage: usageSchema,
});

/** The events that are read. Unknown types are ignored, because the vendor may add more. */
const eventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message_start'),
    message: z.object({ model: nameSchema, usage: usageSchema }),
  }),
  z.object({ type: z.literal('content_block_start'), index: indexSchema, content_block: blockSchema }),
  z.object({ type: z.literal('content_block_delta'), index: indexSchema, delta: blockSchema }),
  z.object({ type: z.literal('content_block_stop'), index: indexSchema }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: reasonSchema }),
    usage: usageSchema,
  }),
  z.object({ type: z.literal('message_stop') }),
]);

const knownEvents = new Set<string>(eventSchema.options.map(({ shape }) => shape.type.value));

const emptyPart = { text: '', reasoning: '' };

const isEmpty = (input: object) => Object.keys(input).length === 0;

export function createAnthropicReader(): ReplyReader {
  let prompt: Pick<CompletionUsage, 'promptTokens' | 'cachedTokens'> | undefined;
  let hasEnded = false;
  let calls = 0;
  /** The tool call whose block is open, and whether it has arguments. */
  let open: { readonly block: number | undefined; hasArguments: boolean } | undefined;

  /** Reads running totals. The prompt's total comes at the start and may be corrected at the end. */
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

  const piece = (fields: Omit<ToolCallPiece, 'index'>) => ({
    toolCalls: [{ index: calls - 1, ...fields }],
  });

  function begin({ text, reasoning, call }: Block, block: number | undefined): ReplyPart {
    open = undefined;
    if (!call) return { text, reasoning };
    calls += 1;
    open = { block, hasArguments: !isEmpty(call.input) };
    const { id, name, input } = call;
    return { ...emptyPart, ...piece({ id, name, arguments: isEmpty(input) ? '' : JSON.stringify(input) }) };
  }

  function add({ text, reasoning, json }: Block, block: number | undefined): ReplyPart {
    if (json === '' || !open || open.block !== block) return { text, reasoning };
    open.hasArguments = true;
    return { ...emptyPart, ...piece({ arguments: json }) };
  }

  /** Clients parse the arguments, so a call without arguments gets an empty object. */
  function close(block: number | undefined): ReplyPart {
    if (!open || open.block !== block) return emptyPart;
    const { hasArguments } = open;
    open = undefined;
    return hasArguments ? emptyPart : { ...emptyPart, ...piece({ arguments: '{}' }) };
  }

  function readEvent(value: unknown): ReplyPart {
    if (!isRecord(value) || typeof value['type'] !== 'string') throw invalidFormatError();
    if (!knownEvents.has(value['type'])) return emptyPart;
    const { data: event } = eventSchema.safeParse(value);
    switch (event?.type) {
      case 'message_start': {
        // The output tokens at the start do not include the reply yet.
        readUsage(event.message.usage);
        return { ...emptyPart, model: event.message.model };
      }
      case 'content_block_start':
        return begin(event.content_block, event.index);
      case 'content_block_delta':
        return add(event.delta, event.index);
      case 'content_block_stop':
        return close(event.index);
      case 'message_delta': {
        const finishReason = toFinishReason(event.delta.stop_reason);
        hasEnded ||= finishReason !== undefined;
        return { ...emptyPart, finishReason, usage: readUsage(event.usage) };
      }
      case 'message_stop':
        return { ...emptyPart, isLast: hasEnded };
      case undefined:
        throw invalidFormatError();
    }
  }

  return {
    readWhole: (value) => {
      const { data: message } = messageSchema.safeParse(value);
      if (!message) throw invalidFormatError();
      const toolCalls = message.content
        .flatMap(({ call }) => call ?? [])
        .map(({ id, name, input }, index) => ({ index, id, name, arguments: JSON.stringify(input) }));
      return {
        text: message.content.map(({ text }) => text).join(''),
        reasoning: message.content.map(({ reasoning }) => reasoning).join(''),
        ...(toolCalls.length > 0 && { toolCalls }),
        finishReason: toFinishReason(message.stop_reason),
        usage: readUsage(message.usage),
        model: message.model,
      };
    },
    readEvent,
    end: () => emptyPart,
  };
}
