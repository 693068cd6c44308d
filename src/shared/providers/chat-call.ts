import type { Delta } from '../completion/completion.ts';
import type { CompletionError } from '../completion/error.ts';
import { startDeadline, type Deadline } from './deadline.ts';
import { readEvents } from './event-stream.ts';
import { interrupted, invalidFormat, responseTimeout, toCompletionError } from './failures.ts';
import { parseJson } from './parse-json.ts';
import { readReply, send, type ProviderCall } from './post.ts';
import { chunkSchema, replySchema, toFinishReason } from './reply-schema.ts';

/** Milliseconds left for the usage and the closing event once the reply is whole: nobody should wait for them. */
const farewell = 3000;

/** One call of an OpenAI-style endpoint, and how its failures are worded. */
export interface ChatCall extends ProviderCall {
  /** The error for `error` inside a reply or an event that came with status 200. */
  readonly fault: (error: unknown) => CompletionError;
  /** The error for a reply that ended without any text. */
  readonly empty: () => CompletionError;
  /** What is added to the first delta: who answers. */
  readonly origin: (response: Response, model: string | undefined) => Pick<Delta, 'model' | 'vendor'>;
}

function throwFault(call: ChatCall, value: unknown): void {
  if (typeof value !== 'object' || value === null || !('error' in value)) return;
  if (value.error !== null && value.error !== undefined) throw call.fault(value.error);
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

async function* readStream(call: ChatCall, response: Response, deadline: Deadline): AsyncGenerator<Delta> {
  const { body } = response;
  if (!body) throw invalidFormat();
  let isFirst = true;
  let hasText = false;
  let last: Pick<Delta, 'finishReason' | 'usage'> = {};
  let isDone = false;
  try {
    for await (const data of readEvents(body, deadline.signal)) {
      deadline.pause();
      isDone = data === '[DONE]';
      if (isDone) break;
      const value = parseJson(data);
      throwFault(call, value);
      const chunk = chunkSchema.safeParse(value);
      if (!chunk.success) throw invalidFormat();
      const choice = chunk.data.choices?.[0];
      const text = choice?.delta?.content ?? '';
      const finishReason = toFinishReason(choice?.finish_reason);
      last = {
        ...last,
        ...(finishReason && { finishReason }),
        ...(chunk.data.usage && { usage: chunk.data.usage }),
      };
      hasText ||= text !== '';
      // An event without text is handed out as well: it shows those behind us that the vendor is still at work.
      yield isFirst ? { text, ...call.origin(response, chunk.data.model) } : { text };
      isFirst = false;
      deadline.restart(last.finishReason ? farewell : (call.patience ?? responseTimeout));
    }
  } catch (error) {
    // Once the reason of the end has come, nothing that breaks afterwards takes anything away from the reply.
    if (!last.finishReason || call.signal.aborted) throw toCompletionError(error, hasText);
  }
  if (!isDone && !last.finishReason) throw hasText ? interrupted() : invalidFormat();
  if (!hasText) throw call.empty();
  yield { text: '', finishReason: last.finishReason ?? 'unknown', ...(last.usage && { usage: last.usage }) };
}

/**
 * Makes one call and hands out the reply as it comes: one delta for each event that carries data, and a last one with
 * the reason of the end and the usage. A server that answers JSON to a streaming request is read as a whole reply.
 *
 * Rejects with CompletionError, also with `timeout` after 30 s without data and `aborted` when the caller leaves.
 */
export async function* callChat(call: ChatCall): AsyncGenerator<Delta> {
  const deadline = startDeadline(call.signal, call.patience ?? responseTimeout);
  try {
    const response = await send(call, deadline.signal);
    if (/\bevent-stream\b/i.test(response.headers.get('content-type') ?? '')) {
      yield* readStream(call, response, deadline);
    } else {
      yield await readWhole(call, response, deadline.signal);
    }
  } catch (error) {
    throw toCompletionError(error, false);
  } finally {
    deadline.end();
  }
}
