import type { Log } from '../log.ts';
import type { Change } from './capture.ts';
import type { Hub } from './hub.ts';
import type { ChangeQueue, Cursor } from './queue.ts';

interface PumpOptions {
  readonly queue: ChangeQueue;
  readonly hub: Hub;
  readonly deliver: (changes: readonly Change[]) => Promise<void>;
  /** Called if changes were lost, so that subscribers read their tables again. */
  readonly onMissed: () => void;
  readonly log: Log;
}

export function createPump({ queue, hub, deliver, onMissed, log }: PumpOptions) {
  /** Null while there are no subscribers. Nothing is read during that time. */
  let cursor: Cursor | null = null;
  let opening: Promise<void> | null = null;
  let running: Promise<void> | null = null;
  let mustRepeat = false;
  let stopped = false;
  let joining = 0;

  const open = async () => {
    try {
      cursor = await queue.open();
    } finally {
      opening = null;
    }
  };

  async function readOn(from: Cursor): Promise<void> {
    const page = await queue.read(from);
    // All subscribers have left meanwhile. The next ones start at a later position.
    if (cursor !== from) return;
    if (page === null) {
      cursor = null;
      log('realtime.changes-missed');
      return onMissed();
    }
    cursor = page.next;
    mustRepeat ||= page.isMore;
    if (page.changes.length > 0) await deliver(page.changes);
  }

  async function drain(): Promise<void> {
    try {
      do {
        mustRepeat = false;
        if (cursor) await readOn(cursor);
      } while (mustRepeat && !stopped);
    } catch (error) {
      // If the service is stopping, the database may already be closed, and the error is expected.
      if (!stopped) log('realtime.queue-failed', { error: error instanceof Error ? error.name : 'unknown' });
    } finally {
      // Must happen in the same event loop turn as the last check of `mustRepeat`, otherwise a wake in between would be
      // lost.
      running = null;
    }
  }

  function wake(): void {
    if (stopped || cursor === null) return;
    if (joining === 0 && !hub.hasSubscriptions()) {
      cursor = null;
      return;
    }
    // Changes that are committed during a batch wait for the next one, which makes bursts cheap.
    mustRepeat = true;
    running ??= drain();
  }

  return {
    /** Call after a commit that may have added changes. */
    wake,
    /** Calls `add` once the subscriber can no longer miss a change. */
    async subscribe(add: () => void): Promise<void> {
      const isFirst = cursor === null;
      joining += 1;
      try {
        if (isFirst) await (opening ??= open());
        add();
      } finally {
        joining -= 1;
      }
      // A notification that arrived in the meantime was ignored, because there was no cursor.
      if (isFirst) wake();
    },
    /** Stops reading, and waits for the current batch. */
    async stop(): Promise<void> {
      stopped = true;
      await running;
      await opening?.catch(() => {});
    },
  };
}

export type Pump = ReturnType<typeof createPump>;
