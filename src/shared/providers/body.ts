import { invalidFormatError, invalidJsonError } from './failures.ts';

interface BodyReader {
  /** Reads the next bytes. Undefined at the end. Rejects with the signal's reason if it aborts. */
  readonly read: () => Promise<Uint8Array | undefined>;
  /** Cancels the body, so that the connection closes. */
  readonly close: () => void;
}

/** Returns a reader that stops at an abort, even if the body ignores the signal. Always call `close` at the end. */
export function openBody(body: ReadableStream<Uint8Array>, signal: AbortSignal): BodyReader {
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  return {
    read: async () => {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      return done ? undefined : value;
    },
    close: () => {
      signal.removeEventListener('abort', cancel);
      cancel();
    },
  };
}

/**
 * Yields the bytes of a body until the signal aborts. Leaving the loop cancels the body, so that the connection
 * closes.
 */
export async function* readChunks(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { read, close } = openBody(body, signal);
  try {
    for (let chunk = await read(); chunk; chunk = await read()) yield chunk;
  } finally {
    close();
  }
}

/**
 * Reads a body as text. Throws `invalid_format` if the body has more than `limit` bytes. With `cut`, the rest is
 * ignored instead.
 */
export async function readText(
  response: Response,
  {
    signal,
    limit,
    cut = false,
  }: { readonly signal: AbortSignal; readonly limit: number; readonly cut?: boolean },
): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of readChunks(response.body, signal)) {
    size += chunk.byteLength;
    if (size > limit && !cut) throw invalidFormatError();
    text += decoder.decode(chunk, { stream: true });
    if (size > limit) break;
  }
  return text + decoder.decode();
}

/** Parses JSON; undefined if it is invalid. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a vendor's JSON. Throws `invalid_json` (PROV-027). */
export function parseJson(text: string): unknown {
  const value = tryParseJson(text);
  if (value === undefined) throw invalidJsonError();
  return value;
}
