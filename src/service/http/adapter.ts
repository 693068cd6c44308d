import type { IncomingMessage, ServerResponse } from 'node:http';
import { interruptedError } from '../../shared/providers/failures.ts';
import { errorObject } from '../../../supabase/functions/_shared/http.ts';
import { TextReply } from '../../../supabase/functions/_shared/text-reply.ts';

/**
 * Turns a Node request into a web-standard one. The body is only read if a route needs it. `signal` aborts if the
 * client disconnects before the response is complete.
 */
export function toWebRequest(
  request: IncomingMessage,
  origin: string,
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const entry of Array.isArray(value) ? value : [value])
      if (entry !== undefined) headers.append(name, entry);
  }
  // Joined as text, because resolving a path such as //host against the origin would produce another host.
  const path = request.url?.startsWith('/') ? request.url : '/';
  return new Request(new URL(origin + path), {
    method: request.method ?? 'GET',
    headers,
    signal,
    ...(body && { body, duplex: 'half' }),
  });
}

/** How long (ms) a client may go without reading sent data before it is disconnected. */
const readTimeout = 60_000;

/**
 * Resolves when the socket accepts more data or is closed, so that a slow reader slows the source down instead of
 * filling the memory.
 */
const waitForDrain = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    // A closed socket emits no more events.
    if (response.destroyed) return resolve();
    const done = () => {
      clearTimeout(timer);
      response.off('drain', done).off('close', done);
      resolve();
    };
    const timer = setTimeout(() => response.destroy(), readTimeout);
    response.once('drain', done).once('close', done);
  });

/** A source of a response's pieces that can be stopped early. */
interface Source {
  readonly next: () => Promise<string | Uint8Array | undefined>;
  readonly stop: () => Promise<void>;
}

function sourceOf(answer: Response): Source | null {
  // Sends the many small pieces directly, because a web stream would double their cost.
  if (answer instanceof TextReply) return answer.source;
  const reader = answer.body?.getReader();
  return reader ? { next: async () => (await reader.read()).value, stop: () => reader.cancel() } : null;
}

/** Sent as the last event of a stream if the service stops. The client keeps what it has received and may retry. */
const interruption = `data: ${JSON.stringify({ error: errorObject(503, interruptedError().code, interruptedError().message) })}\n\n`;

/**
 * Sends a web-standard response. If the client disconnects, the body is canceled, so that its source ends too. If `cut`
 * aborts, a last event reports the interruption.
 */
export async function sendWebResponse(
  response: ServerResponse,
  answer: Response,
  cut?: AbortSignal,
): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    // Appended, because the server has already set `Vary: Origin`.
    if (name === 'vary') response.appendHeader(name, value);
    else if (name !== 'set-cookie') response.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  const source = sourceOf(answer);
  if (!source) {
    response.end();
    return;
  }
  response.flushHeaders();
  const stop = () => void source.stop().catch(() => {});
  response.once('close', stop);
  // If the client disconnected before the response existed, there is no other close event.
  if (response.destroyed) stop();
  const isEvents = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const { promise: isCut, resolve: onCut } = Promise.withResolvers<'cut'>();
  const listener = () => onCut('cut');
  if (cut?.aborted) listener();
  cut?.addEventListener('abort', listener);
  try {
    for (;;) {
      const piece = await Promise.race([source.next(), isCut]);
      if (piece === undefined || response.destroyed) break;
      if (piece === 'cut') {
        if (isEvents) response.write(interruption);
        break;
      }
      if (!response.write(piece)) await waitForDrain(response);
    }
    response.end();
    if (cut?.aborted) await source.stop().catch(() => {});
  } catch {
    // The source failed after the headers were sent, so closing the connection is the only way to report it.
    response.destroy();
  } finally {
    cut?.removeEventListener('abort', listener);
    response.off('close', stop);
  }
}
