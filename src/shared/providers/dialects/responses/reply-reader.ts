import { z } from 'zod';
import type { CompletionUsage, FinishReason } from '../../../completion/completion.ts';
import { invalidFormat } from '../../failures.ts';
import { isRecord } from '../../upstream-error.ts';
import { finishReasonsOf } from '../finish-reason.ts';
import type { ReplyPart, ReplyReader } from '../reply-reader.ts';
import { countIn, tokenCount } from '../token-count.ts';

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
    input_tokens_details: countIn('cached_tokens'),
    output_tokens_details: countIn('reasoning_tokens'),
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

/** Parts of other types are images, or were encrypted. */
const partSchema = z.object({
  type: z.string(),
  text: z.string().nullish(),
  refusal: z.string().nullish(),
});
const partsSchema = z.array(partSchema).nullish();
const itemSchema = z.object({ type: z.string(), content: partsSchema, summary: partsSchema });

const responseSchema = z.object({
  model: z.string().optional().catch(undefined),
  status: z.string(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish().catch(null),
  error: z.unknown(),
  usage: usageSchema,
  output: z.array(itemSchema).nullish(),
});
type Response = z.infer<typeof responseSchema>;

const deltaSchema = z.object({ delta: z.string() });
const beginSchema = z.object({ response: z.object({ model: z.string().optional().catch(undefined) }) });
const endSchema = z.object({ response: responseSchema });
const summaryPartSchema = z.object({ summary_index: z.number() });

const nothing: ReplyPart = { text: '', reasoning: '' };

/** Between the parts of a summary. */
const paragraph = '\n\n';

function finishReasonOf({ status, incomplete_details }: Response): FinishReason | undefined {
  if (status === 'completed') return 'stop';
  return status === 'incomplete' ? toFinishReason(incomplete_details?.reason ?? 'none') : undefined;
}

/** How a response ended; one that is still in progress has not. */
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

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const { success, data } = schema.safeParse(value);
  if (!success) throw invalidFormat();
  return data;
}

/** Reads an event by its type. OpenAI announces that new types will come. */
const events: Readonly<Record<string, (value: unknown) => ReplyPart>> = {
  'response.created': (value) => ({ ...nothing, model: read(beginSchema, value).response.model }),
  'response.output_text.delta': (value) => ({ ...nothing, text: read(deltaSchema, value).delta }),
  'response.refusal.delta': (value) => ({ ...nothing, text: read(deltaSchema, value).delta }),
  'response.reasoning_summary_part.added': (value) => ({
    ...nothing,
    reasoning: read(summaryPartSchema, value).summary_index > 0 ? paragraph : '',
  }),
  'response.reasoning_summary_text.delta': (value) => ({
    ...nothing,
    reasoning: read(deltaSchema, value).delta,
  }),
  // Open models show all of it.
  'response.reasoning_text.delta': (value) => ({ ...nothing, reasoning: read(deltaSchema, value).delta }),
  'response.completed': (value) => ({ ...nothing, ...endOf(read(endSchema, value).response) }),
  'response.incomplete': (value) => ({ ...nothing, ...endOf(read(endSchema, value).response) }),
  'response.failed': (value) => ({ ...nothing, ...endOf(read(endSchema, value).response) }),
  // Another form has an `error` object, like all dialects.
  error: (value) => ({ ...nothing, fault: value }),
};

const textOf = (parts: Response['output'], of: (item: z.infer<typeof itemSchema>) => readonly string[]) =>
  (parts ?? []).flatMap(of);

/** Reads a response of OpenAI's Responses API. */
export const createResponsesReader = (): ReplyReader => ({
  readWhole: (value) => {
    const response = read(responseSchema, value);
    const { output } = response;
    return {
      text: textOf(output, ({ type, content }) =>
        type === 'message' ? (content ?? []).map(({ text, refusal }) => text ?? refusal ?? '') : [],
      ).join(''),
      reasoning: textOf(output, ({ type, summary, content }) =>
        type === 'reasoning' ? [...(summary ?? []), ...(content ?? [])].map(({ text }) => text ?? '') : [],
      ).join(paragraph),
      ...endOf(response),
    };
  },
  readEvent: (value) => {
    if (!isRecord(value) || typeof value['type'] !== 'string') throw invalidFormat();
    const { type } = value;
    return (Object.hasOwn(events, type) && events[type]?.(value)) || nothing;
  },
  end: () => nothing,
});
