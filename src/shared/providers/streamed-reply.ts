import type { Delta, FinishReason } from '../completion/completion.ts';
import { parseJson } from './body.ts';
import type { ReplyPart } from './dialects/reply-reader.ts';
import { declinedError, interruptedError, invalidFormatError, noAnswerError } from './failures.ts';
import type { ChatCall } from './post.ts';

interface StreamedReply {
  /**
   * Returns the delta of an event, or undefined for the last event, `[DONE]`. An event without text gives an empty
   * delta, which shows that the vendor is still working. Throws CompletionError for invalid events.
   */
  readonly take: (data: string) => Delta | undefined;
  readonly isDone: () => boolean;
  /** Returns whether the finish reason has arrived. Only the usage and `[DONE]` may follow. */
  readonly isEnding: () => boolean;
  readonly hasText: () => boolean;
  /** Returns the last delta, with the finish reason and the usage. Throws if the reply is incomplete or empty. */
  readonly end: () => Delta;
}

/** Throws the error in a body or event with status 200. */
function throwFault(call: Pick<ChatCall, 'fault'>, body: unknown): void {
  // Google may send a list with one error.
  const value: unknown = Array.isArray(body) ? body[0] : body;
  if (typeof value !== 'object' || value === null || !('error' in value)) return;
  if (value.error !== null && value.error !== undefined) throw call.fault(value.error);
}

/** Creates the error for a reply without an answer. */
function emptyReply(call: ChatCall, hasReasoning: boolean, finishReason: Delta['finishReason']) {
  if (finishReason === 'content_filter') return declinedError();
  // A reply that reached its limit without text consisted of reasoning, which some vendors hide.
  const isAtLimit = finishReason === 'length';
  return hasReasoning || isAtLimit ? noAnswerError(isAtLimit) : call.empty();
}

type Content = Pick<ReplyPart, 'text' | 'reasoning' | 'toolCalls'>;

/** Returns the finish reason. If the request had no tools, it can't be a tool call. */
const reasonFor = ({ hasTools }: ChatCall, reason: FinishReason): FinishReason =>
  reason === 'tool_calls' && !hasTools ? 'unknown' : reason;

export function createStreamedReply(call: ChatCall, response: Response): StreamedReply {
  const reader = call.readReply();
  let isFirst = true;
  let hasText = false;
  let hasReasoning = false;
  let isDone = false;
  let last: Pick<Delta, 'finishReason' | 'usage'> = {};

  function contentOf({ text, reasoning, toolCalls }: Content): Delta {
    const calls = call.hasTools ? toolCalls : undefined;
    // A tool call also counts as an answer.
    hasText ||= text !== '' || calls !== undefined;
    // Models that do not think may send blank lines as reasoning.
    const thought = hasReasoning ? reasoning : reasoning.trimStart();
    hasReasoning ||= thought !== '';
    return { text, ...(thought !== '' && { reasoning: thought }), ...(calls && { toolCalls: calls }) };
  }

  return {
    take: (data) => {
      isDone = data === '[DONE]';
      if (isDone) return undefined;
      const value = parseJson(data);
      throwFault(call, value);
      const part = reader.readEvent(value);
      const content = contentOf(part);
      const { finishReason, usage, model, stored, failure, fault } = part;
      if (fault !== undefined && fault !== null) throw call.fault(fault);
      if (call.isStored && stored !== undefined) return { ...content, stored, ...(failure && { failure }) };
      if (finishReason) last = { ...last, finishReason: reasonFor(call, finishReason) };
      if (usage) last = { ...last, usage };
      isDone = part.isLast === true;
      if (!isFirst) return content;
      isFirst = false;
      return { ...content, ...call.origin(response, model) };
    },
    isDone: () => isDone,
    isEnding: () => call.isStored !== true && last.finishReason !== undefined,
    hasText: () => hasText || hasReasoning,
    end: () => {
      // Interrupted only for this client: the service continues the reply without the connection.
      if (call.isStored && !isDone) throw interruptedError();
      const content = contentOf(reader.end());
      const { finishReason = 'unknown', usage } = last;
      if (!isDone && !last.finishReason)
        throw hasText || hasReasoning ? interruptedError() : invalidFormatError();
      if (!hasText && !call.isStored) throw emptyReply(call, hasReasoning, finishReason);
      return { ...content, finishReason, ...(usage && { usage }) };
    },
  };
}

/** Turns a whole reply into one delta. */
export function readWholeReply(call: ChatCall, response: Response, value: unknown): Delta {
  throwFault(call, value);
  const { text, usage, model, stored, failure, fault, ...part } = call.readReply().readWhole(value);
  if (fault !== undefined && fault !== null) throw call.fault(fault);
  const finishReason = reasonFor(call, part.finishReason ?? 'unknown');
  const reasoning = part.reasoning.trimStart();
  const toolCalls = call.hasTools ? part.toolCalls : undefined;
  if (text === '' && !toolCalls && stored === undefined)
    throw emptyReply(call, reasoning !== '', finishReason);
  return {
    text,
    ...(reasoning !== '' && { reasoning }),
    ...(toolCalls && { toolCalls }),
    finishReason,
    ...(usage && { usage }),
    ...(call.isStored && stored !== undefined && { stored, ...(failure && { failure }) }),
    ...call.origin(response, model),
  };
}
