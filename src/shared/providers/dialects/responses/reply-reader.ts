import { z } from 'zod';
import type { CompletionUsage, FinishReason, ToolCallPiece } from '../../../completion/completion.ts';
import { invalidFormatError } from '../../failures.ts';
import { isRecord } from '../../upstream-error.ts';
import { finishReasonsOf } from '../finish-reason.ts';
import type { ReplyPart, ReplyReader } from '../reply-reader.ts';
import { detailCount, tokenCount } from '../token-count.ts';

const toFinishReason = finishReasonsOf(
  new Map([
    ['max_output_tokens', 'length'],
    ['content_filter', 'content_filter'],
  ]),
);

const usageSchema = z
  .object({
    input_tokens: tokenCount,
    output_tokens: tokenCount,
    input_tokens_details: detailCount('cached_tokens'),
    output_tokens_details: detailCount('reasoning_tokens'),
  })
  .transform((usage): CompletionUsage => {
    const { input_tokens_details: cachedTokens, output_tokens_details: reasoningTokens } = usage;
    return {
      promptTokens: usage.input_tokens,
      completionTokens: usage.output_tokens,
      ...(reasoningTokens && { reasoningTokens }),
      ...(cachedTokens && { cachedTokens }),
    };
  })
  .optional()
  .catch(undefined);

/** Other types of parts are images or encrypted. */
const partSchema = z.object({
  type: z.string(),
  text: z.string().nullish(),
  refusal: z.string().nullish(),
});
const partsSchema = z.array(partSchema).nullish();
const itemSchema = z.object({
  type: z.string(),
  content: partsSchema,
  summary: partsSchema,
  /** Only function calls have this id. */
  call_id: z.string().max(500).optional().catch(undefined),
  name: z.string().max(500).optional().catch(undefined),
  arguments: z.string().optional().catch(undefined),
});
type Item = z.infer<typeof itemSchema>;

const responseSchema = z.object({
  model: z.string().optional().catch(undefined),
  status: z.string(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish().catch(null),
  error: z.unknown().optional(),
  usage: usageSchema,
  output: z.array(itemSchema).nullish(),
});
type Response = z.infer<typeof responseSchema>;

const deltaSchema = z.object({ delta: z.string() });
const beginSchema = z.object({ response: z.object({ model: z.string().optional().catch(undefined) }) });
const endSchema = z.object({ response: responseSchema });
const addedItemSchema = z.object({ output_index: z.number(), item: itemSchema });
const argumentsSchema = z.object({ output_index: z.number(), delta: z.string() });
const summaryPartSchema = z.object({ summary_index: z.number() });

const emptyPart: ReplyPart = { text: '', reasoning: '' };

/** Separates the parts of a summary. */
const paragraph = '\n\n';

function finishReasonOf({ status, incomplete_details }: Response): FinishReason | undefined {
  if (status === 'completed') return 'stop';
  return status === 'incomplete' ? toFinishReason(incomplete_details?.reason ?? 'none') : undefined;
}

/** Returns how a response ended. Undefined while it is in progress. */
function endOf(response: Response) {
  const finishReason = finishReasonOf(response);
  return {
    finishReason,
    usage: response.usage,
    model: response.model,
    fault: response.status === 'failed' ? (response.error ?? {}) : undefined,
    isLast: finishReason !== undefined,
  };
}

function parseEvent<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const { success, data } = schema.safeParse(value);
  if (!success) throw invalidFormatError();
  return data;
}

/** Reads an event by its type. Unknown types are ignored, because OpenAI may add more. */
const events: Readonly<Record<string, (value: unknown) => ReplyPart>> = {
  'response.created': (value) => ({ ...emptyPart, model: parseEvent(beginSchema, value).response.model }),
  'response.output_text.delta': (value) => ({ ...emptyPart, text: parseEvent(deltaSchema, value).delta }),
  'response.refusal.delta': (value) => ({ ...emptyPart, text: parseEvent(deltaSchema, value).delta }),
  'response.reasoning_summary_part.added': (value) => ({
    ...emptyPart,
    reasoning: parseEvent(summaryPartSchema, value).summary_index > 0 ? paragraph : '',
  }),
  'response.reasoning_summary_text.delta': (value) => ({
    ...emptyPart,
    reasoning: parseEvent(deltaSchema, value).delta,
  }),
  // Open models show all of their reasoning.
  'response.reasoning_text.delta': (value) => ({
    ...emptyPart,
    reasoning: parseEvent(deltaSchema, value).delta,
  }),
  'response.completed': (value) => ({ ...emptyPart, ...endOf(parseEvent(endSchema, value).response) }),
  'response.incomplete': (value) => ({ ...emptyPart, ...endOf(parseEvent(endSchema, value).response) }),
  'response.failed': (value) => ({ ...emptyPart, ...endOf(parseEvent(endSchema, value).response) }),
  // Other errors are in an `error` object, as in all dialects.
  error: (value) => ({ ...emptyPart, fault: value }),
};

const textOf = (parts: Response['output'], of: (item: Item) => readonly string[]) =>
  (parts ?? []).flatMap(of);

const isCall = ({ type }: Item) => type === 'function_call';

const pieceOf = (item: Item, index: number): ToolCallPiece => ({
  index,
  id: item.call_id ?? '',
  name: item.name ?? '',
  arguments: item.arguments ?? '',
});

/** Sets the finish reason for function calls, because the status of such a response is also "completed". */
const withCalls = (part: ReplyPart, hasCalls: boolean): ReplyPart =>
  hasCalls && part.finishReason === 'stop' ? { ...part, finishReason: 'tool_calls' } : part;

export function createResponsesReader(): ReplyReader {
  /** The positions of the calls among all items, in order. */
  const calls: number[] = [];

  const callEvents: Readonly<Record<string, (value: unknown) => ReplyPart>> = {
    'response.output_item.added': (value) => {
      const { output_index: position, item } = parseEvent(addedItemSchema, value);
      return isCall(item)
        ? { ...emptyPart, toolCalls: [pieceOf(item, calls.push(position) - 1)] }
        : emptyPart;
    },
    'response.function_call_arguments.delta': (value) => {
      const { output_index: position, delta } = parseEvent(argumentsSchema, value);
      const index = calls.indexOf(position);
      return index === -1 ? emptyPart : { ...emptyPart, toolCalls: [{ index, arguments: delta }] };
    },
  };

  return {
    readWhole: (value) => {
      const response = parseEvent(responseSchema, value);
      const { output } = response;
      const toolCalls = (output ?? []).filter(isCall).map(pieceOf);
      const part = {
        text: textOf(output, ({ type, content }) =>
          type === 'message' ? (content ?? []).map(({ text, refusal }) => text ?? refusal ?? '') : [],
        ).join(''),
        reasoning: textOf(output, ({ type, summary, content }) =>
          type === 'reasoning' ? [...(summary ?? []), ...(content ?? [])].map(({ text }) => text ?? '') : [],
        ).join(paragraph),
        ...(toolCalls.length > 0 && { toolCalls }),
        ...endOf(response),
      };
      return withCalls(part, toolCalls.length > 0);
    },
    readEvent: (value) => {
      if (!isRecord(value) || typeof value['type'] !== 'string') throw invalidFormatError();
      const { type } = value;
      const part =
        (Object.hasOwn(callEvents, type) && callEvents[type]?.(value)) ||
        (Object.hasOwn(events, type) && events[type]?.(value)) ||
        emptyPart;
      return withCalls(part, calls.length > 0);
    },
    end: () => emptyPart,
  };
}
