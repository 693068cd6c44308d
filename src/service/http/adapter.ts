import type { IncomingMessage, ServerResponse } from 'node:http';
import { interrupted } from '../../shared/providers/failures.ts';
import { errorObject } from '../../../supabase/functions/_shared/http.ts';
import { TextReply } from '../../../supabase/functions/_shared/text-reply.ts';

/**
 * Turns a Node request into a web-standard one, whose body is read when a route asks for it. `signal` is aborted when
 * the client disconnects before its response is complete.
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
  // Put together as text: resolved against the origin, a path such as //host would name another one.
  const path = request.url?.startsWith('/') ? request.url : '/';
  return new Request(new URL(origin + path), {
    method: request.method ?? 'GET',
    headers,
    signal,
    ...(body && { body, duplex: 'half' }),
  });
}

/** Milliseconds that a client may take to read what was sent; then it counts as gone. */
const longestRead = 60_000;

/** Resolves when the socket takes more, or is gone: a slow reader must slow the source, not fill the memory. */
const drained = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    // Nothing is told of a socket that was gone before anybody asked.
    if (response.destroyed) return resolve();
    const done = () => {
      clearTimeout(timer);
      response.off('drain', done).off('close', done);
      resolve();
    };
    const timer = setTimeout(() => response.destroy(), longestRead);
    response.once('drain', done).once('close', done);
  });

/** What an answer consists of, piece by piece, and how to end it early. */
interface Source {
  readonly next: () => Promise<string | Uint8Array | undefined>;
  readonly stop: () => Promise<void>;
}

function sourceOf(answer: Response): Source | null {
  // Its pieces are many and small: one by one through a web stream, they would cost twice as much.
  if (answer instanceof TextReply) return answer.source;
  const reader = answer.body?.getReader();
  return reader ? { next: async () => (await reader.read()).value, stop: () => reader.cancel() } : null;
}

/** The last event of a stream that the service ends because it stops: the client keeps what came, and may try again. */
const interruption = `data: ${JSON.stringify({ error: errorObject(503, interrupted().code, interrupted().message) })}\n\n`;

/**
 * Sends a web-standard response. When the client leaves, the body is cancelled, so that its source ends too; so it is when
 * `cut` aborts, with a last event that says so.
 */
export async function sendWebResponse(
  response: ServerResponse,
  answer: Response,
  cut?: AbortSignal,
): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    // The server has said already that answers differ by origin.
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
  // A client that has left before the answer was there closes nothing any more.
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
      if (!response.write(piece)) await drained(response);
    }
    response.end();
    if (cut?.aborted) await source.stop().catch(() => {});
  } catch {
    // The source broke after the headers were sent: cutting the connection is the only honest way left to say so.
    response.destroy();
  } finally {
    cut?.removeEventListener('abort', listener);
    response.off('close', stop);
  }
}
