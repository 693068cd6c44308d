import type { CompletionUsage, Delta, FinishReason } from '../../../src/shared/completion/completion.ts';
import type { Delivery } from '../_shared/delivery.ts';
import { asCompletionError, statusOf } from '../_shared/failures.ts';
import { errorObject, json } from '../_shared/http.ts';

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

const event = (value: unknown) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;

async function* events(
  delivery: Delivery,
  first: Delta,
  { id, created }: ReplyIdentity,
  includesUsage: boolean,
): AsyncGenerator<string, void, undefined> {
  const chunk = (fields: Readonly<Record<string, unknown>>) =>
    event({ id, object: 'chat.completion.chunk', created, model: delivery.model(), ...fields });
  const choice = (delta: Readonly<Record<string, unknown>>, reason: FinishReason | undefined) =>
    chunk({ choices: [{ index: 0, delta, finish_reason: reason ? endWord(reason) : null }] });
  try {
    yield choice({ role: 'assistant', content: first.text }, first.finishReason);
    for (let delta = await delivery.next(); delta; delta = await delivery.next()) {
      yield choice(
        delta.finishReason && delta.text === '' ? {} : { content: delta.text },
        delta.finishReason,
      );
    }
    if (includesUsage) yield chunk({ choices: [], usage: usageObject(delivery.usage()) });
    yield event('[DONE]');
  } catch (thrown) {
    // The status line is long gone, so the error travels as an event, and no [DONE] follows.
    const { code, message } = asCompletionError(thrown);
    yield event({ error: errorObject(statusOf(code), code, message) });
  }
}

/** The reply as server-sent events in OpenAI's chunks. The first delta is already there, so the status is certain. */
export function replyStreamed(
  delivery: Delivery,
  first: Delta,
  identity: ReplyIdentity,
  includesUsage: boolean,
): Response {
  const encoder = new TextEncoder();
  const source = events(delivery, first, identity, includesUsage);
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => delivery.stop(),
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Proxies in front would otherwise collect the events and send them at the end.
      'x-accel-buffering': 'no',
      ...headersOf(delivery, identity),
    },
  });
}
