import { invalidFormat } from './failures.ts';

/**
 * The bytes of a body as they come, until the signal aborts. Leaving the loop cancels the body, so that the connection
 * closes; a body that does not listen to the signal is cancelled too.
 */
export async function* readChunks(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  // A cancelled body that fails has already been given up.
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
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
