import { createParser } from 'eventsource-parser';
import { readChunks } from './body.ts';
import { invalidFormat } from './failures.ts';

/** Design §4: one event holds at most 1 MB, otherwise a server could fill the memory with one line. */
const longestEvent = 1_048_576;

/**
 * The data of each server-sent event, in order. Comments and events without data are no news and are not handed out.
 * Bytes may be split anywhere, inside a character too.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const arrived: string[] = [];
  let isTooLong = false;
  const parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: ({ data }) => {
      // The parser's own limit holds for what it must keep, not for an event that arrives in one piece.
      if (data.length > longestEvent) isTooLong = true;
      else if (data !== '' && !isTooLong) arrived.push(data);
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') isTooLong = true;
    },
  });
  for await (const chunk of readChunks(body, signal)) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* arrived.splice(0);
    if (isTooLong) throw invalidFormat();
  }
}
