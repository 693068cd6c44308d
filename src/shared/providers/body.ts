import { invalidFormat } from './failures.ts';

/** The bytes of a body, read by read. */
export interface BodyReader {
  /** What comes next; undefined at the end. Rejects with the signal's reason once it aborts. */
  readonly read: () => Promise<Uint8Array | undefined>;
  /** Cancels what has not come yet, so that the connection closes. */
  readonly close: () => void;
}

/** A reader until the signal aborts; a body that does not listen to the signal is cancelled too. Needs `close`. */
export function openBody(body: ReadableStream<Uint8Array>, signal: AbortSignal): BodyReader {
  const reader = body.getReader();
  // A cancelled body that fails has already been given up.
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
 * The bytes of a body as they come, until the signal aborts. Leaving the loop cancels the body, so that the connection
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

/** A whole body as text. More than `limit` bytes are refused as an unreadable answer, or cut off where `cut` is set. */
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
    if (size > limit && !cut) throw invalidFormat();
    text += decoder.decode(chunk, { stream: true });
    if (size > limit) break;
  }
  return text + decoder.decode();
}
