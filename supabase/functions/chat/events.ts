import type {
  CompletionUsage,
  Delta,
  FinishReason,
  ToolCallPiece,
} from '../../../src/shared/completion/completion.ts';
import type { CompletionError } from '../../../src/shared/completion/error.ts';
import { extraContentOf } from '../../../src/shared/providers/tool-calls.ts';
import { completionErrorObject } from '../_shared/http.ts';

/** The values that all parts of one reply share. */
export interface ReplyIdentity {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly messageId: string;
  readonly requestId: string;
}

/** Returns OpenAI's finish reason. OpenAI has no "unknown". */
export const finishReasonOf = (reason: FinishReason) => (reason === 'unknown' ? 'stop' : reason);

export const usageObject = ({
  promptTokens,
  completionTokens,
  reasoningTokens,
  cachedTokens,
  isEstimated,
}: CompletionUsage) => ({
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
  total_tokens: promptTokens + completionTokens,
  ...(reasoningTokens !== undefined && { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  ...(cachedTokens !== undefined && { prompt_tokens_details: { cached_tokens: cachedTokens } }),
  ...(isEstimated && { is_estimated: true }),
});

const toolCallOf = ({ index, id, name, arguments: text, signature }: ToolCallPiece) => ({
  index,
  ...(id !== undefined && { id, type: 'function' }),
  function: { ...(name !== undefined && { name }), arguments: text },
  ...extraContentOf(signature),
});

export const eventHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Otherwise proxies would buffer the events until the end of the stream.
  'x-accel-buffering': 'no',
};

/** Formats a reply's events as OpenAI's chunks. Concatenates text, because a reply has thousands of them. */
export function createChunkFormatter(
  { id, created }: Pick<ReplyIdentity, 'id' | 'created'>,
  model: () => string,
) {
  const head = `data: {"id":${JSON.stringify(id)},"object":"chat.completion.chunk","created":${created},"model":`;
  const chunk = (fields: string) => `${head}${JSON.stringify(model())},${fields}}\n\n`;
  const choice = (delta: string, reason: FinishReason | undefined) =>
    chunk(
      `"choices":[{"index":0,"delta":{${delta}},"finish_reason":${reason ? JSON.stringify(finishReasonOf(reason)) : 'null'}}]`,
    );
  /** Sends the reasoning as `reasoning_content`, the name that most clients support. */
  const contentOf = ({ text, reasoning, toolCalls }: Delta) => {
    const thought = reasoning === undefined ? '' : `"reasoning_content":${JSON.stringify(reasoning)}`;
    const calls = toolCalls ? `"tool_calls":${JSON.stringify(toolCalls.map(toolCallOf))}` : '';
    const content = text === '' && (thought || calls) ? '' : `"content":${JSON.stringify(text)}`;
    return [thought, content, calls].filter(Boolean).join(',');
  };
  return {
    first: (delta: Delta) => choice(`"role":"assistant",${contentOf(delta)}`, delta.finishReason),
    next: (delta: Delta) =>
      choice(
        delta.finishReason && delta.text === '' && !delta.reasoning && !delta.toolCalls
          ? ''
          : contentOf(delta),
        delta.finishReason,
      ),
    usage: (usage: CompletionUsage) => chunk(`"choices":[],"usage":${JSON.stringify(usageObject(usage))}`),
    /** Sends the stored row, and why the reply is incomplete. */
    stored: (message: unknown, error: CompletionError | undefined) =>
      chunk(
        `"choices":[],"clover":${JSON.stringify({ message, ...(error && { failure: { code: error.code, message: error.message } }) })}`,
      ),
    /** A comment that keeps the connection open. */
    running: ': running\n\n',
    done: 'data: [DONE]\n\n',
    error: (error: CompletionError) => `data: ${JSON.stringify({ error: completionErrorObject(error) })}\n\n`,
  };
}
