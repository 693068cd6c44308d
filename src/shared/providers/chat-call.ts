import type { Delta } from '../completion/completion.ts';
import { openBody, parseJson } from './body.ts';
import { startDeadline } from './deadline.ts';
import { createEventReader } from './event-stream.ts';
import { invalidFormatError, responseTimeout, toCompletionError } from './failures.ts';
import { readReply, send, type ChatCall } from './post.ts';
import { createStreamedReply, readWholeReply } from './streamed-reply.ts';

/** Milliseconds to wait for the usage and the closing event after the finish reason. */
const closingWait = 3000;

/** In bytes. Also limits an endless stream of empty events. */
const maxStreamBytes = 67_108_864;

/** The maximum length of an event with a stored reply: 1 MiB of text with every character escaped. */
const maxRowLength = 8 * 1_048_576;

/**
 * Makes one call and yields the reply: one delta for each event with data, and a last one with the finish reason and the
 * usage. A JSON response to a streaming request is read as a whole reply.
 *
 * Rejects with CompletionError: `timeout` after 30 s without data, `aborted` when the caller disconnects.
 */
export async function* callChat(call: ChatCall): AsyncGenerator<Delta> {
  const maxWait = call.maxWait ?? responseTimeout;
  const deadline = startDeadline(call.signal, maxWait);
  try {
    const response = await send(call, deadline.signal);
    if (!/\bevent-stream\b/i.test(response.headers.get('content-type') ?? '')) {
      const value = parseJson(await readReply(response, deadline.signal));
      yield readWholeReply(call, response, value);
      return;
    }
    if (!response.body) throw invalidFormatError();
    // One generator turns bytes into deltas, because each additional layer would be slow with thousands of deltas.
    const reply = createStreamedReply(call, response);
    const events = createEventReader(call.isStored ? maxRowLength : undefined);
    const body = openBody(response.body, deadline.signal);
    let room = maxStreamBytes;
    try {
      while (!reply.isDone()) {
        const bytes = await body.read();
        room -= bytes?.byteLength ?? 0;
        if (room < 0) break;
        // Our gateway sends comments while a reply has no new text, so any bytes show that the reply is still running.
        if (call.isStored) deadline.restart(maxWait);
        const arrived = bytes ? events.take(bytes) : events.end();
        if (arrived.length > 0) {
          deadline.pause();
          for (const data of arrived) {
            const delta = reply.take(data);
            if (!delta) break;
            yield delta;
            if (reply.isDone()) break;
          }
          deadline.restart(reply.isEnding() ? closingWait : maxWait);
        }
        if (!reply.isDone()) events.check();
        if (!bytes) break;
      }
    } catch (error) {
      // The reply is complete after the finish reason, even if the connection breaks.
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
