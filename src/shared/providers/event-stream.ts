import { createParser } from 'eventsource-parser';
import { tryParseJson } from './body.ts';
import { invalidFormatError } from './failures.ts';

/** In characters. Without a limit, a server could fill the memory with one line. */
const maxEventLength = 1_048_576;

/** Reads the server-sent events of one body. */
interface EventReader {
  /**
   * Returns the data of each event that these bytes complete, in order, without comments and empty events. Bytes
   * may be split anywhere, even inside a character.
   */
  readonly take: (bytes: Uint8Array) => readonly string[];
  /** Throws `invalid_format` if an event was too long, after `take` has returned the earlier events. */
  readonly check: () => void;
  /** Returns the data of the last event if only the blank line after it is missing. */
  readonly end: () => readonly string[];
}

export function createEventReader(longest = maxEventLength): EventReader {
  const decoder = new TextDecoder();
  let arrived: string[] = [];
  let isTooLong = false;
  const parser = createParser({
    maxBufferSize: longest,
    onEvent: ({ data }) => {
      // The parser limits only buffered events, not an event that arrives in one piece.
      if (data.length > longest) isTooLong = true;
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
      if (isTooLong) throw invalidFormatError();
    },
    end: () => {
      arrived = [];
      parser.feed('\n\n');
      return arrived.filter((data) => data === '[DONE]' || tryParseJson(data) !== undefined);
    },
  };
}
