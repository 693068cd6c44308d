import type { Delta } from '../completion/completion.ts';
import type { CompletionError } from '../completion/error.ts';
import { openBody } from './body.ts';
import { startDeadline } from './deadline.ts';
import { createEventReader } from './event-stream.ts';
import { invalidFormat, responseTimeout, toCompletionError } from './failures.ts';
import { parseJson } from './parse-json.ts';
import { readReply, send, type ProviderCall } from './post.ts';
import { throwFault } from './reply-fault.ts';
import { replySchema, toFinishReason } from './reply-schema.ts';
import { createStreamedReply } from './streamed-reply.ts';

/** Milliseconds left for the usage and the closing event once the reply is whole: nobody should wait for them. */
const farewell = 3000;

/** Bytes of a streamed body, with all that is around its text: an endless stream of empty events must end as well. */
const longestStream = 67_108_864;

/** One call of an OpenAI-style endpoint, and how its failures are worded. */
export interface ChatCall extends ProviderCall {
  /** The error for `error` inside a reply or an event that came with status 200. */
  readonly fault: (error: unknown) => CompletionError;
  /** The error for a reply that ended without any text. */
  readonly empty: () => CompletionError;
  /** What is added to the first delta: who answers. */
  readonly origin: (response: Response, model: string | undefined) => Pick<Delta, 'model' | 'vendor'>;
}

async function readWhole(call: ChatCall, response: Response, signal: AbortSignal): Promise<Delta> {
  const value = parseJson(await readReply(response, signal));
  throwFault(call, value);
  const reply = replySchema.safeParse(value);
  const choice = reply.data?.choices[0];
  if (!reply.success || !choice) throw invalidFormat();
  const text = choice.message.content ?? '';
  if (text === '') throw call.empty();
  return {
    text,
    finishReason: toFinishReason(choice.finish_reason) ?? 'unknown',
    ...(reply.data.usage && { usage: reply.data.usage }),
    ...call.origin(response, reply.data.model),
  };
}

/**
 * Makes one call and hands out the reply as it comes: one delta for each event that carries data, and a last one with
 * the reason of the end and the usage. A server that answers JSON to a streaming request is read as a whole reply.
 *
 * Rejects with CompletionError, also with `timeout` after 30 s without data and `aborted` when the caller leaves.
 */
export async function* callChat(call: ChatCall): AsyncGenerator<Delta> {
  const patience = call.patience ?? responseTimeout;
  const deadline = startDeadline(call.signal, patience);
  try {
    const response = await send(call, deadline.signal);
    if (!/\bevent-stream\b/i.test(response.headers.get('content-type') ?? '')) {
      yield await readWhole(call, response, deadline.signal);
      return;
    }
    if (!response.body) throw invalidFormat();
    // One generator from the bytes to the deltas: a reply has thousands, and each layer costs as much again.
    const reply = createStreamedReply(call, response);
    const events = createEventReader();
    const body = openBody(response.body, deadline.signal);
    let room = longestStream;
    try {
      while (!reply.isDone()) {
        const bytes = await body.read();
        if (!bytes) break;
        room -= bytes.byteLength;
        if (room < 0) break;
        const arrived = events.take(bytes);
        if (arrived.length > 0) {
          deadline.pause();
          for (const data of arrived) {
            const delta = reply.take(data);
            if (!delta) break;
            yield delta;
          }
          deadline.restart(reply.isEnding() ? farewell : patience);
        }
        if (!reply.isDone()) events.check();
      }
    } catch (error) {
      // Once the reason of the end has come, nothing that breaks afterwards takes anything away from the reply.
      if (!reply.isEnding() || call.signal.aborted) throw toCompletionError(error, reply.hasText());
    } finally {
      body.close();
    }
    yield reply.end();
  } catch (error) {
    throw toCompletionError(error, false);
  } finally {
    deadline.end();
  }
}
