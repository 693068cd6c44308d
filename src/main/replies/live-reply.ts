import type { CompletionResult, Delta, ResumeRequest } from '../../shared/completion/completion.ts';
import type { EndedReply } from './ended-reply.ts';
import { createThinkingClock } from '../../shared/domain/thinking-clock.ts';
import { createStorableStream } from '../../shared/domain/text.ts';
import { fitBytes, maxReplyBytes } from '../../shared/providers/reply-limits.ts';

/** A reply's result without its text. Each reader collects the text from its position. */
export type ReplyOutcome = Omit<CompletionResult, 'text'>;

export interface ReplyReader {
  readonly signal: AbortSignal;
  readonly onDelta: (delta: Delta) => void;
}

type ReplyDetails = Omit<Delta, 'text' | 'reasoning'>;

/**
 * A reply that the main process writes, and the pages that read it. Positions count UTF-16 units of the whole reply.
 */
export interface LiveReply {
  readonly id: string;
  readonly userId: string;
  /** The storable text so far. It never ends inside a character. */
  readonly text: () => string;
  /** The storable reasoning so far and its duration; null without reasoning. */
  readonly reasoning: () => EndedReply['reasoning'];
  readonly details: () => ReplyDetails;
  /** Sets the text that this reply continues. Readers already have that text. */
  readonly continueFrom: (seed: string) => void;
  /** Adds a delta. False once the text has the maximum length of a message; the rest is dropped. */
  readonly append: (delta: Delta) => boolean;
  /** Adds the half of a character that `append` has buffered. */
  readonly flush: () => void;
  /**
   * Sends all text and reasoning from a position to a reader, now and as it arrives. Rejects with the signal's reason
   * if the page is closed.
   */
  readonly read: (position: Omit<ResumeRequest, 'replyId'>, reader: ReplyReader) => Promise<CompletionResult>;
  readonly resolve: (outcome: ReplyOutcome) => void;
  readonly reject: (error: unknown) => void;
}

interface ReadingPage extends ReplyReader {
  from: number;
  position: number;
  reasoningPosition: number;
}

export function createLiveReply(id: string, userId: string): LiveReply {
  const readers = new Set<ReadingPage>();
  const outcome = Promise.withResolvers<ReplyOutcome>();
  // If no page reads the reply, a rejection would be unhandled.
  outcome.promise.catch(() => undefined);
  let text = '';
  let room = maxReplyBytes;
  let details: ReplyDetails = {};
  let thought = '';
  const storable = createStorableStream();
  const thoughts = createStorableStream();
  const clock = createThinkingClock();

  const send = (page: ReadingPage, more: ReplyDetails = {}): void => {
    const rest = text.slice(page.position);
    const reasoning = thought.slice(page.reasoningPosition);
    page.position = Math.max(page.position, text.length);
    page.reasoningPosition = Math.max(page.reasoningPosition, thought.length);
    if (rest === '' && reasoning === '' && Object.keys(more).length === 0) return;
    page.onDelta({ ...more, text: rest, ...(reasoning !== '' && { reasoning }) });
  };
  const add = (piece: string, reasoning: string, more: ReplyDetails): boolean => {
    const fitting = fitBytes(piece, room);
    if (reasoning !== '') clock.think();
    if (piece !== '') clock.answer();
    thought += reasoning;
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
    reasoning: () => (thought === '' ? null : { text: thought, milliseconds: clock.milliseconds() }),
    details: () => details,
    continueFrom: (seed) => {
      text = seed;
      room = maxReplyBytes - fitBytes(seed, maxReplyBytes).bytes;
      for (const page of readers) page.from = page.position = seed.length;
    },
    append: ({ text: piece, reasoning = '', ...more }) =>
      add(storable.take(piece), thoughts.take(reasoning), more),
    flush: () => void add(storable.end(), thoughts.end(), {}),
    read: async ({ from, reasoningFrom }, { signal, onDelta }) => {
      signal.throwIfAborted();
      const page: ReadingPage = {
        signal,
        onDelta,
        from,
        position: from,
        reasoningPosition: reasoningFrom,
      };
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
