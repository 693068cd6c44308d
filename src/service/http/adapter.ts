import type { IncomingMessage, ServerResponse } from 'node:http';
import { TextReply } from '../../../supabase/functions/_shared/text-reply.ts';

/** Largest body that any route takes, in bytes: a message of 1 MiB grows when it is written as JSON. */
const maxBodyBytes = 8 * 1024 * 1024;

/** A request whose body is larger than any route takes. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

async function readBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The socket must outlive a refusal: the client is to read why.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) {
      request.resume();
      throw new BodyTooLarge(`The request body is larger than ${maxBodyBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Turns a Node request into a web-standard one. The body is read whole, because the database lock must never wait
 * for a slow client. `signal` is aborted when the client leaves before its answer is complete.
 */
export async function toWebRequest(
  request: IncomingMessage,
  origin: string,
  signal: AbortSignal,
): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const entry of Array.isArray(value) ? value : [value])
      if (entry !== undefined) headers.append(name, entry);
  }
  const method = request.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? await readBody(request) : null;
  // Put together as text: resolved against the origin, a path such as //host would name another one.
  const path = request.url?.startsWith('/') ? request.url : '/';
  return new Request(new URL(origin + path), {
    method,
    headers,
    signal,
    ...(body && body.length > 0 ? { body } : {}),
  });
}

/** Resolves when the socket takes more, or is gone: a slow reader must slow the source, not fill the memory. */
const drained = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    // Nothing is told of a socket that was gone before anybody asked.
    if (response.destroyed) return resolve();
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
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

/** Sends a web-standard response. When the client leaves, the body is cancelled, so that its source ends too. */
export async function sendWebResponse(response: ServerResponse, answer: Response): Promise<void> {
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
  // Who left before the answer was there is told of no more.
  if (response.destroyed) stop();
  try {
    for (;;) {
      const piece = await source.next();
      if (piece === undefined || response.destroyed) break;
      if (!response.write(piece)) await drained(response);
    }
    response.end();
  } catch {
    // The source broke after the headers were sent: cutting the connection is the only honest way left to say so.
    response.destroy();
  } finally {
    response.off('close', stop);
  }
}
