import type { CompletionUsage, Delta, FinishReason } from '../../../src/shared/completion/completion.ts';
import type { Delivery } from '../_shared/delivery.ts';
import { answeredBy, completionErrorObject, json, toCompletionError } from '../_shared/http.ts';
import { TextReply, type TextSource } from '../_shared/text-reply.ts';

/** What all parts of one reply share. */
interface ReplyIdentity {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly messageId: string;
  readonly requestId: string;
}

/** Call it after the first delta: only then is it certain who answers. */
const headersOf = (delivery: Delivery, { messageId, requestId }: ReplyIdentity) =>
  answeredBy(delivery.vendor(), delivery.unavailableVendor(), messageId, requestId);

/** OpenAI has no finish reason "unknown". */
const finishReasonOf = (reason: FinishReason) => (reason === 'unknown' ? 'stop' : reason);

const usageObject = ({ promptTokens, completionTokens }: CompletionUsage) => ({
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
  total_tokens: promptTokens + completionTokens,
});

/** The complete reply as a `chat.completion`. */
export async function replyWhole(delivery: Delivery, identity: ReplyIdentity): Promise<Response> {
  const message = { role: 'assistant', content: await delivery.readAll(), refusal: null };
  const finishReason = finishReasonOf(delivery.finishReason());
  return json(
    {
      id: identity.id,
      object: 'chat.completion',
      created: identity.created,
      model: delivery.model(),
      choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
      usage: usageObject(delivery.usage()),
    },
    200,
    headersOf(delivery, identity),
  );
}

/** The events of a reply as OpenAI's chunks. Built from text, because a reply has thousands of them. */
function createEvents(delivery: Delivery, { id, created }: ReplyIdentity) {
  const head = `data: {"id":${JSON.stringify(id)},"object":"chat.completion.chunk","created":${created},"model":`;
  const chunk = (fields: string) => `${head}${JSON.stringify(delivery.model())},${fields}}\n\n`;
  const choice = (delta: string, reason: FinishReason | undefined) =>
    chunk(
      `"choices":[{"index":0,"delta":{${delta}},"finish_reason":${reason ? JSON.stringify(finishReasonOf(reason)) : 'null'}}]`,
    );
  return {
    first: ({ text, finishReason }: Delta) =>
      choice(`"role":"assistant","content":${JSON.stringify(text)}`, finishReason),
    next: ({ text, finishReason }: Delta) =>
      choice(finishReason && text === '' ? '' : `"content":${JSON.stringify(text)}`, finishReason),
    usage: () => chunk(`"choices":[],"usage":${JSON.stringify(usageObject(delivery.usage()))}`),
    done: 'data: [DONE]\n\n',
    error: (thrown: unknown) =>
      `data: ${JSON.stringify({ error: completionErrorObject(toCompletionError(thrown)) })}\n\n`,
  };
}

/** The events of a reply as text, one piece per delta. */
function eventSource(
  delivery: Delivery,
  first: Delta,
  identity: ReplyIdentity,
  includesUsage: boolean,
): TextSource {
  const events = createEvents(delivery, identity);
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
        return (includesUsage ? events.usage() : '') + events.done;
      } catch (error) {
        // The status has been sent, so the error becomes an event, and no [DONE] follows.
        state = 'ended';
        return events.error(error);
      }
    },
    stop: delivery.stop,
  };
}

/** The reply as server-sent events. The first delta has arrived, so the status is certain. */
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
      // Proxies would otherwise buffer the events until the end.
      'x-accel-buffering': 'no',
      ...headersOf(delivery, identity),
    },
  });
}
