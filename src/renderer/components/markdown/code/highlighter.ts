import type { CodeRuns } from './kinds.ts';
import type { HighlightReply, HighlightRequest } from './worker.ts';

/** In characters. */
export const MAX_HIGHLIGHT_LENGTH = 100_000;
/** In characters. Longer lines are data, and highlighting them is slow. */
export const MAX_LINE_LENGTH = 4_000;
/** In milliseconds. A block that takes longer stays plain, and the worker is terminated. */
export const HIGHLIGHT_TIMEOUT = 2_000;
/** Milliseconds for loading the worker and a language. */
export const LOAD_TIMEOUT = 30_000;
/** The number of cached results, which color a block immediately when it becomes visible again. */
const MAX_CACHED = 100;

export type HighlightWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

interface Job extends HighlightRequest {
  readonly resolve: (runs: CodeRuns | null) => void;
}

export class Highlighter {
  readonly #start: () => HighlightWorker;
  readonly #cache = new Map<string, CodeRuns | null>();
  #worker: HighlightWorker | null = null;
  #waiting: Job[] = [];
  #current: Job | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;

  constructor(start: () => HighlightWorker) {
    this.#start = start;
  }

  /**
   * Returns the cached result: null for a block that stays plain, undefined if the block was never
   * highlighted.
   */
  peek(language: string, text: string): CodeRuns | null | undefined {
    return isWithinLimits(text) ? this.#cache.get(keyOf(language, text)) : null;
  }

  /** Resolves with null for a block that stays plain; never rejects. */
  highlight(language: string, text: string, signal: AbortSignal): Promise<CodeRuns | null> {
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
    this.#timer = setTimeout(() => this.#giveUp(), LOAD_TIMEOUT);
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
      // A worker may never recover from a failed import, so the retry starts a new one.
      this.#giveUp();
      return;
    }
    if (reply.kind === 'loaded') {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#giveUp(job), HIGHLIGHT_TIMEOUT);
      return;
    }
    this.#store(keyOf(job.language, job.text), reply.runs);
    this.#finish(reply.runs);
  }

  /** Terminates the worker. A block that took too long is not tried again. */
  #giveUp(culprit?: Job): void {
    this.#worker?.terminate();
    this.#worker = null;
    if (culprit) this.#store(keyOf(culprit.language, culprit.text), null);
    this.#finish(null);
  }

  #finish(runs: CodeRuns | null): void {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#current = null;
    job?.resolve(runs);
    this.#next();
  }

  #store(key: string, runs: CodeRuns | null): void {
    this.#cache.delete(key);
    this.#cache.set(key, runs);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
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

export const highlighter = new Highlighter(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'highlight' }),
);
