import type { CompletionUsage, Delta, FinishReason } from '../../../src/shared/completion/completion.ts';
import type { Delivery } from '../_shared/delivery.ts';
import { asCompletionError, statusOf } from '../_shared/failures.ts';
import { errorObject, json } from '../_shared/http.ts';
import { TextReply, type TextSource } from '../_shared/text-reply.ts';

/** What all parts of one reply share. */
export interface ReplyIdentity {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly messageId: string;
  readonly requestId: string;
}

/** Written once the first delta has come: only then is it certain who answers. */
function headersOf(delivery: Delivery, { messageId, requestId }: ReplyIdentity): Record<string, string> {
  const unavailable = delivery.unavailableVendor();
  return {
    'x-clover-vendor': delivery.vendor(),
    // A display name may hold any character, a header may not.
    ...(unavailable !== undefined && { 'x-clover-unavailable-vendor': encodeURIComponent(unavailable) }),
    'x-clover-message-id': messageId,
    'x-request-id': requestId,
  };
}

/** OpenAI's words for the end of a reply; it has none for "unknown". */
const endWord = (reason: FinishReason) => (reason === 'unknown' ? 'stop' : reason);

const usageObject = ({ promptTokens, completionTokens }: CompletionUsage) => ({
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
  total_tokens: promptTokens + completionTokens,
});

/** The reply whole, as a `chat.completion`. */
export async function replyWhole(delivery: Delivery, identity: ReplyIdentity): Promise<Response> {
  const pieces: string[] = [];
  for (let delta = await delivery.next(); delta; delta = await delivery.next()) pieces.push(delta.text);
  const message = { role: 'assistant', content: pieces.join(''), refusal: null };
  const choice = { index: 0, message, logprobs: null, finish_reason: endWord(delivery.finishReason()) };
  return json(
    {
      id: identity.id,
      object: 'chat.completion',
      created: identity.created,
      model: delivery.model(),
      choices: [choice],
      usage: usageObject(delivery.usage()),
    },
    200,
    headersOf(delivery, identity),
  );
}

/**
 * The events of a reply, in OpenAI's chunks. Of a chunk only the text and the model ever change, so the rest is written
 * once: a reply has thousands of them.
 */
function createEvents(delivery: Delivery, { id, created }: ReplyIdentity) {
  const head = `data: {"id":${JSON.stringify(id)},"object":"chat.completion.chunk","created":${created},"model":`;
  const chunk = (fields: string) => `${head}${JSON.stringify(delivery.model())},${fields}}\n\n`;
  const choice = (delta: string, reason: FinishReason | undefined) =>
    chunk(
      `"choices":[{"index":0,"delta":{${delta}},"finish_reason":${reason ? JSON.stringify(endWord(reason)) : 'null'}}]`,
    );
  return {
    first: ({ text, finishReason }: Delta) =>
      choice(`"role":"assistant","content":${JSON.stringify(text)}`, finishReason),
    next: ({ text, finishReason }: Delta) =>
      choice(finishReason && text === '' ? '' : `"content":${JSON.stringify(text)}`, finishReason),
    usage: () => chunk(`"choices":[],"usage":${JSON.stringify(usageObject(delivery.usage()))}`),
    done: 'data: [DONE]\n\n',
    error: (thrown: unknown) => {
      const { code, message } = asCompletionError(thrown);
      return `data: ${JSON.stringify({ error: errorObject(statusOf(code), code, message) })}\n\n`;
    },
  };
}

/** The events of a reply as text, one piece a delta. */
function eventSource(
  delivery: Delivery,
  first: Delta,
  identity: ReplyIdentity,
  includesUsage: boolean,
): TextSource {
  const events = createEvents(delivery, identity);
  let state: 'first' | 'under way' | 'over' = 'first';
  return {
    next: async () => {
      if (state === 'over') return undefined;
      if (state === 'first') {
        state = 'under way';
        return events.first(first);
      }
      try {
        const delta = await delivery.next();
        if (delta) return events.next(delta);
        state = 'over';
        return (includesUsage ? events.usage() : '') + events.done;
      } catch (error) {
        // The status line is long gone, so the error travels as an event, and no [DONE] follows.
        state = 'over';
        return events.error(error);
      }
    },
    stop: delivery.stop,
  };
}

/** The reply as server-sent events in OpenAI's chunks. The first delta is already there, so the status is certain. */
export function replyStreamed(
  delivery: Delivery,
  first: Delta,
  identity: ReplyIdentity,
  includesUsage: boolean,
): Response {
  return new TextReply(eventSource(delivery, first, identity, includesUsage), {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Proxies in front would otherwise collect the events and send them at the end.
      'x-accel-buffering': 'no',
      ...headersOf(delivery, identity),
    },
  });
}
