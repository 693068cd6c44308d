import type {
  CompletionUsage,
  Delta,
  FinishReason,
  ToolCallPiece,
} from '../../../src/shared/completion/completion.ts';
import { joinToolCalls } from '../../../src/shared/providers/tool-calls.ts';
import type { Delivery } from '../_shared/delivery.ts';
import { answererHeaders, json, toCompletionError } from '../_shared/http.ts';
import { TextReply, type TextSource } from '../_shared/text-reply.ts';
import {
  createChunkFormatter,
  eventHeaders,
  finishReasonOf,
  type ReplyIdentity,
  usageObject,
} from './events.ts';

/** Returns the response headers. Call after the first delta, because the vendor may still change before it. */
export const headersOf = (
  {
    vendor,
    unavailableVendor,
    unavailableReason,
  }: Pick<Delivery, 'vendor' | 'unavailableVendor' | 'unavailableReason'>,
  { messageId, requestId }: ReplyIdentity,
) => {
  const reason = unavailableReason();
  return {
    ...answererHeaders(vendor(), unavailableVendor(), messageId, requestId),
    ...(reason !== undefined && { 'x-clover-unavailable-reason': reason }),
  };
};

/** Formats a complete reply as a `chat.completion`. */
export const completionObject = (
  { id, created }: ReplyIdentity,
  {
    model,
    text,
    reasoning,
    toolCalls = [],
    finishReason,
    usage,
  }: {
    readonly model: string;
    readonly text: string;
    readonly reasoning: string;
    readonly toolCalls?: readonly ToolCallPiece[];
    readonly finishReason: FinishReason;
    readonly usage: CompletionUsage;
  },
) => ({
  id,
  object: 'chat.completion',
  created,
  model,
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: text === '' && toolCalls.length > 0 ? null : text,
        ...(reasoning !== '' && { reasoning_content: reasoning }),
        ...(toolCalls.length > 0 && { tool_calls: joinToolCalls(toolCalls) }),
        refusal: null,
      },
      logprobs: null,
      finish_reason: finishReasonOf(finishReason),
    },
  ],
  usage: usageObject(usage),
});

export async function respondComplete(delivery: Delivery, identity: ReplyIdentity): Promise<Response> {
  const { text, reasoning, toolCalls } = await delivery.readAll();
  const [model, finishReason, usage] = [delivery.model(), delivery.finishReason(), delivery.usage()];
  const reply = completionObject(identity, { model, text, reasoning, toolCalls, finishReason, usage });
  return json(reply, 200, headersOf(delivery, identity));
}

/** Formats a reply's events as text, one piece per delta. */
function eventSource(
  delivery: Delivery,
  first: Delta,
  identity: ReplyIdentity,
  includesUsage: boolean,
): TextSource {
  const events = createChunkFormatter(identity, delivery.model);
  let state: 'first' | 'streaming' | 'ended' = 'first';
  return {
    next: async () => {
      if (state === 'ended') return undefined;
      if (state === 'first') {
        state = 'streaming';
        return events.first(first);
      }
      try {
        const delta = await delivery.next();
        if (delta) return events.next(delta);
        state = 'ended';
        return (includesUsage ? events.usage(delivery.usage()) : '') + events.done;
      } catch (error) {
        // The status has already been sent, so the error becomes an event, and no [DONE] follows.
        state = 'ended';
        return events.error(toCompletionError(error));
      }
    },
    stop: delivery.stop,
  };
}

/** Sends a reply as server-sent events. Call after the first delta, so that the status is certain. */
export const respondStreamed = (
  delivery: Delivery,
  first: Delta,
  identity: ReplyIdentity,
  includesUsage: boolean,
): Response =>
  new TextReply(eventSource(delivery, first, identity, includesUsage), {
    headers: { ...eventHeaders, ...headersOf(delivery, identity) },
  });
