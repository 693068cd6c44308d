import type { CompletionResult, Delta } from '../../shared/completion/completion.ts';
import { createStorableStream } from '../../shared/domain/text.ts';
import { fit, longestReply } from '../../shared/providers/reply-limits.ts';

/** The result without its text, which each reader collects from its own position on. */
export type ReplyOutcome = Omit<CompletionResult, 'text'>;

/** A page that reads a reply. */
export interface ReplyReader {
  readonly signal: AbortSignal;
  readonly onDelta: (delta: Delta) => void;
}

/** A reply that main writes, with the pages that read it. Positions count UTF-16 units, continued text included. */
export interface LiveReply {
  readonly id: string;
  readonly userId: string;
  /** The storable text so far; never ends inside a character. */
  readonly text: () => string;
  readonly details: () => Omit<Delta, 'text'>;
  /** The text that this reply continues. Its readers have it already. */
  readonly continueFrom: (seed: string) => void;
  /** False if the text has reached the length of a message, and its rest is dropped. */
  readonly append: (delta: Delta) => boolean;
  /** Adds half a character that `append` has held back. */
  readonly flush: () => void;
  /** Passes on the text from a position, now and later. Rejects with the signal's reason if the page is gone. */
  readonly read: (from: number, reader: ReplyReader) => Promise<CompletionResult>;
  readonly resolve: (outcome: ReplyOutcome) => void;
  readonly reject: (error: unknown) => void;
}

interface ReadingPage extends ReplyReader {
  from: number;
  position: number;
}

export function createLiveReply(id: string, userId: string): LiveReply {
  const readers = new Set<ReadingPage>();
  const outcome = Promise.withResolvers<ReplyOutcome>();
  // Without a reader no one else handles it.
  outcome.promise.catch(() => undefined);
  let text = '';
  let room = longestReply;
  let details: Omit<Delta, 'text'> = {};
  const storable = createStorableStream();

  const send = (page: ReadingPage, more: Omit<Delta, 'text'> = {}): void => {
    const rest = text.slice(page.position);
    page.position = Math.max(page.position, text.length);
    if (rest !== '' || Object.keys(more).length > 0) page.onDelta({ ...more, text: rest });
  };
  const add = (piece: string, more: Omit<Delta, 'text'>): boolean => {
    const fitting = fit(piece, room);
    text += fitting.text;
    room -= fitting.bytes;
    details = { ...details, ...more };
    for (const page of readers) send(page, more);
    return fitting.text.length === piece.length;
  };

  return {
    id,
    userId,
    text: () => text,
    details: () => details,
    continueFrom: (seed) => {
      text = seed;
      room = longestReply - fit(seed, longestReply).bytes;
      for (const page of readers) page.from = page.position = seed.length;
    },
    append: ({ text: piece, ...more }) => add(storable.take(piece), more),
    flush: () => void add(storable.end(), {}),
    read: async (from, { signal, onDelta }) => {
      signal.throwIfAborted();
      const page: ReadingPage = { signal, onDelta, from, position: from };
      readers.add(page);
      send(page, details);
      const cancellation = Promise.withResolvers<never>();
      const leave = (): void => cancellation.reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      try {
        const ended = await Promise.race([outcome.promise, cancellation.promise]);
        return { ...ended, text: text.slice(page.from) };
      } finally {
        signal.removeEventListener('abort', leave);
        readers.delete(page);
      }
    },
    resolve: outcome.resolve,
    reject: outcome.reject,
  };
}
