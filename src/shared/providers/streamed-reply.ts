import type { Delta } from '../completion/completion.ts';
import type { ChatCall } from './chat-call.ts';
import { interrupted, invalidFormat } from './failures.ts';
import { parseJson } from './parse-json.ts';
import { throwFault } from './reply-fault.ts';
import { chunkSchema, toFinishReason } from './reply-schema.ts';

/** What the events of one reply have said so far. */
export interface StreamedReply {
  /**
   * The delta of one event's data, or undefined when it was the last one, `[DONE]`. An event without text has a delta
   * too: it shows those behind us that the vendor is still at work. Throws CompletionError for what is no such event.
   */
  readonly take: (data: string) => Delta | undefined;
  readonly isDone: () => boolean;
  /** Whether the reason of the end has come; only the usage and `[DONE]` may follow. */
  readonly isEnding: () => boolean;
  readonly hasText: () => boolean;
  /** The last delta, with the reason of the end and the usage. Throws when the reply has broken off or is empty. */
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
      const { usage, model } = chunk.data;
      if (finishReason) last = { ...last, finishReason };
      if (usage) last = { ...last, usage };
      if (!isFirst) return { text };
      isFirst = false;
      return { text, ...call.origin(response, model) };
    },
    isDone: () => isDone,
    isEnding: () => last.finishReason !== undefined,
    hasText: () => hasText,
    end: () => {
      if (!isDone && !last.finishReason) throw hasText ? interrupted() : invalidFormat();
      if (!hasText) throw call.empty();
      const { finishReason = 'unknown', usage } = last;
      return { text: '', finishReason, ...(usage && { usage }) };
    },
  };
}
