import { createReloader } from '../../../lib/reload.ts';
import type { Changes, ChangeSource, IndexState } from './changes.ts';

interface FeedOptions {
  readonly source: ChangeSource;
  /** Applies changes that start at a cursor. Resolves with the index's new state. */
  readonly apply: (changes: Changes, from: string | null) => Promise<IndexState>;
  readonly start: IndexState;
  readonly onState: (state: IndexState) => void;
}

export interface Feed {
  /** Reads new changes soon, for example after a realtime event. */
  readonly catchUp: () => void;
  readonly close: () => void;
}

/** Waits until the page is idle, but at most one second. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 50);
  });

/**
 * Reads the account's changes into the index, one page after the other while the page is idle. It continues at the
 * index's cursor, so a reload loses at most one page. Failures are retried.
 */
export function createFeed({ source, apply, start, onState }: FeedOptions): Feed {
  let { cursor } = start;
  let isClosed = false;
  const reloader = createReloader(async (signal) => {
    await whenIdle();
    if (isClosed) return;
    const changes = await source.readChanges(cursor, signal);
    if (isClosed || signal.aborted || !changes) return;
    const state = await apply(changes, cursor);
    cursor = state.cursor;
    onState(state);
    // The reloader limits the time of each attempt, so each page is a separate attempt.
    reloader.request();
  });
  reloader.request();
  return {
    catchUp: () => reloader.request(),
    close() {
      isClosed = true;
      reloader.close();
    },
  };
}
