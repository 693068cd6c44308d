import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Highlighter,
  LOAD_TIMEOUT,
  MAX_HIGHLIGHT_LENGTH,
  MAX_LINE_LENGTH,
  HIGHLIGHT_TIMEOUT,
} from './highlighter.ts';
import type { HighlightReply, HighlightRequest } from './worker.ts';

class FakeWorker {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly requests: HighlightRequest[] = [];
  isEnded = false;

  postMessage(request: HighlightRequest): void {
    this.requests.push(request);
  }

  terminate(): void {
    this.isEnded = true;
  }

  answer(reply: HighlightReply): void {
    this.onmessage?.(new MessageEvent('message', { data: reply }));
  }
}

let workers: FakeWorker[];
let highlighter: Highlighter;
const neverAborted = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  highlighter = new Highlighter(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  });
});

const done = (id: number, runs: number[] | null): HighlightReply => ({ id, kind: 'done', runs });

describe('the highlighter', () => {
  it('starts its worker for the first block, highlights one block at a time and caches the results', async () => {
    expect(workers).toHaveLength(0);
    const first = highlighter.highlight('js', 'a', neverAborted);
    const second = highlighter.highlight('js', 'b', neverAborted);
    expect(workers[0]!.requests.map(({ text }) => text)).toEqual(['a']);
    workers[0]!.answer(done(1, [1, 0]));
    expect(await first).toEqual([1, 0]);
    expect(workers[0]!.requests.map(({ text }) => text)).toEqual(['a', 'b']);
    workers[0]!.answer(done(2, null));
    expect(await second).toBeNull();
    expect([highlighter.peek('js', 'a'), highlighter.peek('js', 'b'), highlighter.peek('js', 'c')]).toEqual([
      [1, 0],
      null,
      undefined,
    ]);
    expect(await highlighter.highlight('js', 'a', neverAborted)).toEqual([1, 0]);
    expect(workers[0]!.requests).toHaveLength(2);
  });

  it('terminates a worker that hangs, leaves that block plain, and continues with the next', async () => {
    const hanging = highlighter.highlight('js', 'bomb', neverAborted);
    const next = highlighter.highlight('js', 'fine', neverAborted);
    workers[0]!.answer({ id: 1, kind: 'loaded' });
    vi.advanceTimersByTime(HIGHLIGHT_TIMEOUT);
    expect(await hanging).toBeNull();
    expect(workers[0]!.isEnded).toBe(true);
    expect(highlighter.peek('js', 'bomb')).toBeNull();
    workers[1]!.answer(done(2, [4, 1]));
    expect(await next).toEqual([4, 1]);
  });

  it('waits longer for a language to load, and retries after a failed load', async () => {
    const slow = highlighter.highlight('js', 'a', neverAborted);
    vi.advanceTimersByTime(LOAD_TIMEOUT - 1);
    expect(workers[0]!.isEnded).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await slow).toBeNull();
    expect(highlighter.peek('js', 'a')).toBeUndefined();
    const failed = highlighter.highlight('js', 'a', neverAborted);
    workers[1]!.answer({ id: 2, kind: 'failed' });
    expect(await failed).toBeNull();
    expect(highlighter.peek('js', 'a')).toBeUndefined();
  });

  it('does not highlight a block that was unmounted', async () => {
    void highlighter.highlight('js', 'a', neverAborted);
    const leaving = new AbortController();
    const left = highlighter.highlight('js', 'gone', leaving.signal);
    leaving.abort();
    expect(await left).toBeNull();
    workers[0]!.answer(done(1, []));
    expect(workers[0]!.requests.map(({ text }) => text)).toEqual(['a']);
  });

  it('leaves blocks plain that are too long or have a very long line', async () => {
    for (const text of [
      'x\n'.repeat(MAX_HIGHLIGHT_LENGTH / 2 + 1),
      `a\n${'x'.repeat(MAX_LINE_LENGTH + 1)}\nb`,
      '',
    ])
      expect(await highlighter.highlight('js', text, neverAborted)).toBeNull();
    expect(workers).toHaveLength(0);
  });

  it('leaves code plain if no worker can be started', async () => {
    const without = new Highlighter(() => {
      throw new Error('not here');
    });
    expect(await without.highlight('js', 'a', neverAborted)).toBeNull();
  });
});
