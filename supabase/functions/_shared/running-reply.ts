import type { CompletionUsage, FinishReason } from '../../../src/shared/completion/completion.ts';
import type { CompletionError } from '../../../src/shared/completion/error.ts';
import { createThinkingClock } from '../../../src/shared/domain/thinking-clock.ts';
import type { EncryptedCheckpoints, ReplyEncrypter } from '../../../src/shared/vault/reply-encryption.ts';
import { createGrowingText } from './growing-text.ts';

/** The vendor and model that are answering, if known. */
export interface ReplyOrigin {
  readonly model: string;
  readonly vendor: string | null;
  /** Display name of the unavailable vendor, after a failover. */
  readonly unavailableVendor?: string | undefined;
  /** Why that vendor was unavailable: an HTTP status, `timeout` or `network`. */
  readonly unavailableReason?: string | undefined;
}

export interface ReplyEnd {
  /** The stored row; null if nothing was written or the chat was deleted. */
  readonly message: unknown;
  /** Why the reply is incomplete. Missing if the user stopped it after some text. */
  readonly error?: CompletionError | undefined;
  readonly finishReason?: FinishReason | undefined;
  readonly usage?: CompletionUsage | undefined;
}

/**
 * A reader's next update: text or reasoning, checkpoints that only the reader can decrypt, the end, or a signal that the
 * reply is still running.
 */
export type ReplyUpdate =
  | { readonly text: string; readonly reasoning?: string }
  | { readonly checkpoints: EncryptedCheckpoints }
  | { readonly end: ReplyEnd }
  | 'running';

/** The complete reasoning of a reply, and how long it took. */
export interface Reasoning {
  readonly text: string;
  readonly milliseconds: number;
}

/** A reader's positions, in UTF-16 units. */
export interface ReplyPosition {
  /** The position in the complete text, including the text that the reply continues. */
  readonly from: number;
  readonly reasoningFrom: number;
}

/** One reader of a reply, with its own position. */
export interface ReplyWatcher {
  /** Call again only after it has settled. Rejects with CompletionError if the reply can no longer be read. */
  readonly next: () => Promise<ReplyUpdate>;
  readonly origin: () => ReplyOrigin;
  readonly stop: () => void;
}

/** Saved with a reply's first text, in case this process ends before the reply does. */
export interface ReplyDetails extends ReplyOrigin {
  readonly vendorId: string;
  readonly promptTokens: number;
}

/** Why a reply must end early: the user stopped it, it was deleted, or this process stops. */
export type StopReason = 'stopped' | 'gone' | 'interrupted';

interface Checkpoint {
  readonly start: number;
  readonly text: string;
  readonly reasoningStart: number;
  readonly reasoning: string;
  readonly details: ReplyDetails | null;
  /** Call once the checkpoint is saved. */
  readonly confirm: () => void;
}

/**
 * A reply that this process writes, with its text and reasoning so far, for any number of readers and for checkpoints.
 * Readers share the same text, so a slow one doesn't delay others and needs no buffer. The writer limits the length of
 * both.
 */
export interface RunningReply {
  readonly id: string;
  /** Set if the reply and its checkpoints are stored encrypted. */
  readonly encrypter: ReplyEncrypter | null;
  /** Aborts when the reply must end early. */
  readonly signal: AbortSignal;
  readonly stopReason: () => StopReason | undefined;
  readonly stop: (reason: StopReason) => void;
  readonly append: (text: string) => void;
  /** Appends to the reasoning. */
  readonly think: (text: string) => void;
  readonly describe: (details: ReplyDetails) => void;
  readonly origin: () => ReplyOrigin;
  /** Returns the complete text, including the text that the reply continues. */
  readonly text: () => string;
  /** Null if the model produced no reasoning. */
  readonly reasoning: () => Reasoning | null;
  readonly end: (end: ReplyEnd) => void;
  readonly ended: Promise<ReplyEnd>;
  /** Reads the reply from a position to its end. */
  readonly watch: (position: ReplyPosition) => ReplyWatcher;
  /** Returns the unsaved text, at most `room` characters unless the first piece is longer. */
  readonly checkpoint: (room: number) => Checkpoint;
  /** Called each second. Notifies readers that have waited for a while that the reply is still running. */
  readonly beat: () => void;
}

/**
 * Readers are notified that the reply is running after this many beats without an update. Proxies close silent
 * connections.
 */
const silentBeats = 15;

/** Starts a reply. `seed` is the text of the cut-off reply that it continues, which is already saved. */
export function createRunningReply(
  id: string,
  seed: string,
  model: string,
  encrypter: ReplyEncrypter | null = null,
): RunningReply {
  const answer = createGrowingText(seed, encrypter === null);
  let hasText = false;
  const thought = createGrowingText();
  const clock = createThinkingClock();
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

  function watch({ from, reasoningFrom }: ReplyPosition): ReplyWatcher {
    const readAnswer = answer.read(from);
    const readThought = thought.read(reasoningFrom);
    let resolveWait = () => {};
    const read = (): ReplyUpdate | null => {
      const [text, reasoning] = [readAnswer(), readThought()];
      if (text === '' && reasoning === '') return null;
      return { text, ...(reasoning !== '' && { reasoning }) };
    };
    return {
      next: async () => {
        let news = read();
        if (!news && end === null) {
          await new Promise<void>((resolve) => {
            resolveWait = resolve;
            waiting.push(resolve);
          });
          news = read();
        }
        return news ?? (end ? { end } : 'running');
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
    encrypter,
    signal: controller.signal,
    stopReason: () => controller.signal.reason as StopReason | undefined,
    stop: (reason) => controller.abort(reason),
    append: (text) => {
      if (text === '') return;
      clock.answer();
      hasText = true;
      answer.append(text);
      wake();
    },
    think: (text) => {
      if (text === '') return;
      clock.think();
      thought.append(text);
      wake();
    },
    describe: (described) => {
      details = described;
    },
    origin,
    text: answer.text,
    reasoning: () => {
      const text = thought.text();
      return text === '' ? null : { text, milliseconds: clock.milliseconds() };
    },
    end: (given) => {
      end ??= given;
      ending.resolve(end);
      wake();
    },
    ended: ending.promise,
    watch,
    checkpoint: (room) => {
      // A seed alone is not a reply. The database can't save an encrypted seed itself, so it is saved with the first
      // new text.
      const text = answer.unsaved(room, encrypter !== null && !hasText);
      const reasoning = thought.unsaved(room - text.text.length);
      const isEmpty = text.text === '' && reasoning.text === '';
      const sent = areDetailsSaved || isEmpty ? null : details;
      return {
        start: text.start,
        text: text.text,
        reasoningStart: reasoning.start,
        reasoning: reasoning.text,
        details: sent,
        confirm: () => {
          text.confirm();
          reasoning.confirm();
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
