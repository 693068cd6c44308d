import { createParser } from 'eventsource-parser';
import { invalidFormat } from './failures.ts';

/** Design §4: one event holds at most 1 MB, otherwise a server could fill the memory with one line. */
const longestEvent = 1_048_576;

/** Takes the server-sent events out of the bytes of one body. */
export interface EventReader {
  /**
   * The data of each event that these bytes complete, in order. Comments and events without data are no news and are
   * not handed out. Bytes may be split anywhere, inside a character too.
   */
  readonly take: (bytes: Uint8Array) => readonly string[];
  /** Throws `invalid_format` once an event has been too long. Those before it have been handed out. */
  readonly check: () => void;
}

export function createEventReader(): EventReader {
  const decoder = new TextDecoder();
  let arrived: string[] = [];
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
  return {
    take: (bytes) => {
      arrived = [];
      parser.feed(decoder.decode(bytes, { stream: true }));
      return arrived;
    },
    check: () => {
      if (isTooLong) throw invalidFormat();
    },
  };
}
