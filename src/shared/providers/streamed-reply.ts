import type { Delta } from '../completion/completion.ts';
import { parseJson } from './body.ts';
import { interrupted, invalidFormat } from './failures.ts';
import type { ChatCall } from './post.ts';
import { chunkSchema, throwFault, toFinishReason } from './reply.ts';

/** The state of a reply after the events so far. */
interface StreamedReply {
  /**
   * The delta of an event's data, or undefined for the last one, `[DONE]`. An event without text gives an empty delta,
   * which shows that the vendor is still working. Throws CompletionError for invalid events.
   */
  readonly take: (data: string) => Delta | undefined;
  readonly isDone: () => boolean;
  /** Whether the reply is complete because the finish reason has arrived; only the usage and `[DONE]` may follow. */
  readonly isEnding: () => boolean;
  readonly hasText: () => boolean;
  /** The last delta, with the finish reason and the usage. Throws if the reply is incomplete or empty. */
  readonly end: () => Delta;
}

export function createStreamedReply(call: ChatCall, response: Response): StreamedReply {
  let isFirst = true;
  let hasText = false;
  let isDone = false;
  let last: Pick<Delta, 'finishReason' | 'usage'> = {};
  return {
    take: (data) => {
      isDone = data === '[DONE]';
      if (isDone) return undefined;
      const value = parseJson(data);
      throwFault(call, value);
      const chunk = chunkSchema.safeParse(value);
      if (!chunk.success) throw invalidFormat();
      const choice = chunk.data.choices?.[0];
      const text = choice?.delta?.content ?? '';
      hasText ||= text !== '';
      const finishReason = toFinishReason(choice?.finish_reason);
      const { usage, model, clover } = chunk.data;
      if (call.isStored && clover) return { text, ...clover };
      if (finishReason) last = { ...last, finishReason };
      if (usage) last = { ...last, usage };
      if (!isFirst) return { text };
      isFirst = false;
      return { text, ...call.origin(response, model) };
    },
    isDone: () => isDone,
    isEnding: () => call.isStored !== true && last.finishReason !== undefined,
    hasText: () => hasText,
    end: () => {
      // The service continues such a reply without this connection.
      if (call.isStored && !isDone) throw interrupted();
      if (!isDone && !last.finishReason) throw hasText ? interrupted() : invalidFormat();
      if (!hasText && !call.isStored) throw call.empty();
      const { finishReason = 'unknown', usage } = last;
      return { text: '', finishReason, ...(usage && { usage }) };
    },
  };
}
