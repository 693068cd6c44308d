import type { CompletionUsage, FinishReason } from '../../../src/shared/completion/completion.ts';
import type { CompletionError } from '../../../src/shared/completion/error.ts';

/** Who answers, as far as it is known. */
export interface ReplyOrigin {
  readonly model: string;
  readonly vendor: string | null;
  /** Display name of the unavailable vendor, after a failover. */
  readonly unavailableVendor?: string | undefined;
}

/** How a reply ended. */
export interface ReplyEnd {
  /** The stored row; null if there was no text or the chat was deleted. */
  readonly message: unknown;
  /** Why it is incomplete; absent after a stop that left a text. */
  readonly error?: CompletionError | undefined;
  readonly finishReason?: FinishReason | undefined;
  readonly usage?: CompletionUsage | undefined;
}

/** What a watcher sees next: text, the end, or that the reply is still running. */
export type ReplyNews = { readonly text: string } | { readonly end: ReplyEnd } | 'running';

/** One reader of a reply, at its own position. */
export interface ReplyWatcher {
  /** Not called again before it has resolved. Rejects with CompletionError if the reply can no longer be read. */
  readonly next: () => Promise<ReplyNews>;
  readonly origin: () => ReplyOrigin;
  readonly stop: () => void;
}

/** What is saved with a reply's first text, for the case that this process ends before the reply does. */
export interface ReplyDetails extends ReplyOrigin {
  readonly vendorId: string;
  readonly promptTokens: number;
}

/** Why a reply must end early: the user stopped it, it was deleted, or this process stops. */
export type StopReason = 'stopped' | 'gone' | 'interrupted';

interface Checkpoint {
  readonly start: number;
  readonly text: string;
  readonly details: ReplyDetails | null;
  /** Call it once the checkpoint is saved. */
  readonly confirm: () => void;
}

/**
 * A reply that this process writes: its text so far, for any number of watchers and for the checkpoints. Watchers read
 * from the one text, so a slow one delays no one and needs no buffer. Its writer bounds the text (1 MiB).
 */
export interface RunningReply {
  readonly id: string;
  /** Aborts when the reply must end early. */
  readonly signal: AbortSignal;
  readonly stopReason: () => StopReason | undefined;
  readonly stop: (reason: StopReason) => void;
  readonly append: (text: string) => void;
  readonly describe: (details: ReplyDetails) => void;
  readonly origin: () => ReplyOrigin;
  /** The complete text, with the text that it continues. */
  readonly text: () => string;
  readonly end: (end: ReplyEnd) => void;
  /** Resolves when the reply has ended. */
  readonly ended: Promise<ReplyEnd>;
  /** A watcher from a position on, in UTF-16 units of the complete text. */
  readonly watch: (from: number) => ReplyWatcher;
  /** What is not saved yet, at most so many characters unless a single piece is longer. */
  readonly checkpoint: (room: number) => Checkpoint;
  /** Called each second: watchers who have waited for a while learn that the reply is still running. */
  readonly beat: () => void;
}

/** Beats without news after which a watcher gets a sign of life: proxies close silent connections. */
const silentBeats = 15;

/** Starts a reply with the text of the cut reply that it continues, which is already saved. */
export function createRunningReply(id: string, seed: string, model: string): RunningReply {
  const pieces: string[] = seed === '' ? [] : [seed];
  let savedPieces = pieces.length;
  let savedLength = seed.length;
  let details: ReplyDetails | null = null;
  let areDetailsSaved = false;
  let end: ReplyEnd | null = null;
  const controller = new AbortController();
  const ending = Promise.withResolvers<ReplyEnd>();
  let waiting: (() => void)[] = [];
  let beats = 0;

  const wake = () => {
    beats = 0;
    const woken = waiting;
    waiting = [];
    for (const resolve of woken) resolve();
  };

  const origin = (): ReplyOrigin => details ?? { model, vendor: null };

  function watch(from: number): ReplyWatcher {
    let place = 0;
    // Characters to skip: a client may ask for a position that is not reached yet.
    let skip = from;
    let resolveWait = () => {};
    const read = (): string => {
      while (place < pieces.length) {
        const piece = pieces[place] ?? '';
        if (skip < piece.length) break;
        skip -= piece.length;
        place += 1;
      }
      const text = pieces.slice(place).join('').slice(skip);
      if (place < pieces.length) skip = 0;
      place = pieces.length;
      return text;
    };
    return {
      next: async () => {
        let text = read();
        if (text === '' && end === null) {
          await new Promise<void>((resolve) => {
            resolveWait = resolve;
            waiting.push(resolve);
          });
          text = read();
        }
        if (text !== '') return { text };
        return end ? { end } : 'running';
      },
      origin,
      stop: () => {
        waiting = waiting.filter((resolve) => resolve !== resolveWait);
        resolveWait();
      },
    };
  }

  return {
    id,
    signal: controller.signal,
    stopReason: () => controller.signal.reason as StopReason | undefined,
    stop: (reason) => controller.abort(reason),
    append: (text) => {
      if (text === '') return;
      pieces.push(text);
      wake();
    },
    describe: (described) => {
      details = described;
    },
    origin,
    text: () => pieces.join(''),
    end: (given) => {
      end ??= given;
      ending.resolve(end);
      wake();
    },
    ended: ending.promise,
    watch,
    checkpoint: (room) => {
      const first = savedPieces;
      let last = first;
      let length = 0;
      while (last < pieces.length && (length === 0 || length + (pieces[last]?.length ?? 0) <= room)) {
        length += pieces[last]?.length ?? 0;
        last += 1;
      }
      const sent = areDetailsSaved || length === 0 ? null : details;
      return {
        start: savedLength,
        text: pieces.slice(first, last).join(''),
        details: sent,
        confirm: () => {
          savedPieces = last;
          savedLength += length;
          areDetailsSaved ||= sent !== null;
        },
      };
    },
    beat: () => {
      beats += 1;
      if (beats >= silentBeats) wake();
    },
  };
}
