import type { Runs } from './kinds.ts';
import type { HighlightReply, HighlightRequest } from './worker.ts';

/** A longer block stays plain. Characters. */
export const MAX_HIGHLIGHT_LENGTH = 100_000;
/** So does one with a longer line: it is data, not code, and patterns are slow on it. Characters. */
export const MAX_LINE_LENGTH = 4_000;
/** A block that takes longer than this (ms) stays plain, and its worker is ended. */
export const TIME_LIMIT = 2_000;
/** How long (ms) the worker and a language may take to arrive. */
export const LOAD_LIMIT = 30_000;
/** Blocks whose colours are kept, so that one scrolled back into view has them at once. */
const MAX_KEPT = 100;

export type HighlightWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

interface Job extends HighlightRequest {
  readonly resolve: (runs: Runs | null) => void;
}

/** Colours blocks of code, one after the other, in a worker that is started for the first one. */
export class Highlighter {
  readonly #start: () => HighlightWorker;
  readonly #kept = new Map<string, Runs | null>();
  #worker: HighlightWorker | null = null;
  #waiting: Job[] = [];
  #current: Job | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;

  constructor(start: () => HighlightWorker) {
    this.#start = start;
  }

  /** What is known already: undefined for a block that was never asked for. */
  peek(language: string, text: string): Runs | null | undefined {
    return isWithinLimits(text) ? this.#kept.get(keyOf(language, text)) : null;
  }

  /** Resolves with null for a block that stays plain; never rejects. */
  highlight(language: string, text: string, signal: AbortSignal): Promise<Runs | null> {
    const known = this.peek(language, text);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => {
      const job: Job = { id: (this.#lastId += 1), language, text, resolve };
      signal.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((waiting) => waiting !== job);
        resolve(null);
      });
      this.#waiting.push(job);
      this.#next();
    });
  }

  #next(): void {
    if (this.#current) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#current = job;
    this.#timer = setTimeout(() => this.#giveUp(), LOAD_LIMIT);
    try {
      this.#worker ??= this.#open();
      this.#worker.postMessage({ id: job.id, language: job.language, text: job.text });
    } catch {
      this.#giveUp();
    }
  }

  #open(): HighlightWorker {
    const worker = this.#start();
    worker.onmessage = ({ data }: MessageEvent<HighlightReply>) => {
      if (data.id === this.#current?.id) this.#take(data, this.#current);
    };
    worker.onerror = () => this.#giveUp();
    return worker;
  }

  #take(reply: HighlightReply, job: Job): void {
    if (reply.kind === 'failed') {
      // A worker that could not load a language may never be able to: the next try gets a new one.
      this.#giveUp();
      return;
    }
    if (reply.kind === 'loaded') {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#giveUp(job), TIME_LIMIT);
      return;
    }
    this.#keep(keyOf(job.language, job.text), reply.runs);
    this.#finish(reply.runs);
  }

  /** Ends the worker; the next block gets a new one. A block that it hung on is not tried again. */
  #giveUp(culprit?: Job): void {
    this.#worker?.terminate();
    this.#worker = null;
    if (culprit) this.#keep(keyOf(culprit.language, culprit.text), null);
    this.#finish(null);
  }

  #finish(runs: Runs | null): void {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#current = null;
    job?.resolve(runs);
    this.#next();
  }

  #keep(key: string, runs: Runs | null): void {
    this.#kept.delete(key);
    this.#kept.set(key, runs);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

const keyOf = (language: string, text: string) => `${language}\n${text}`;

function isWithinLimits(text: string): boolean {
  if (text.length === 0 || text.length > MAX_HIGHLIGHT_LENGTH) return false;
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    if ((end === -1 ? text.length : end) - start > MAX_LINE_LENGTH) return false;
    if (end === -1) break;
    start = end + 1;
  }
  return true;
}

/** The page's one highlighter. */
export const highlighter = new Highlighter(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'highlight' }),
);
