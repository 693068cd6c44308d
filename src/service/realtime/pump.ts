import type { Log } from '../log.ts';
import type { Change } from './capture.ts';
import type { Hub } from './hub.ts';
import type { ChangeQueue, Cursor } from './queue.ts';

/** Brings changes from the queue to the delivery. */
export interface Pump {
  /** Something was committed. */
  wake(): void;
  /** Calls `add` at a moment from which on no change is missed. */
  subscribe(add: () => void): Promise<void>;
  /** Reads nothing more, and waits for what is under way. */
  stop(): Promise<void>;
}

export interface PumpOptions {
  readonly queue: ChangeQueue;
  readonly hub: Hub;
  readonly deliver: (changes: readonly Change[]) => Promise<void>;
  /** Changes were lost: subscribers must read their tables again. */
  readonly onMissed: () => void;
  readonly log: Log;
}

export function createPump({ queue, hub, deliver, onMissed, log }: PumpOptions): Pump {
  /** Null while nobody listens: then nothing is read. */
  let cursor: Cursor | null = null;
  let opening: Promise<void> | null = null;
  let running: Promise<void> | null = null;
  let again = false;
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
    // Everybody left meanwhile; who came since then begins later.
    if (cursor !== from) return;
    if (page === null) {
      cursor = null;
      log('realtime.changes-missed');
      return onMissed();
    }
    cursor = page.next;
    again ||= page.isMore;
    if (page.changes.length > 0) await deliver(page.changes);
  }

  async function drain(): Promise<void> {
    try {
      do {
        again = false;
        if (cursor) await readOn(cursor);
      } while (again && !stopped);
    } catch (error) {
      // A closed database is the end of the process, or of a test.
      if (!stopped) log('realtime.queue-failed', { error: error instanceof Error ? error.name : 'unknown' });
    } finally {
      // In the same turn as the last look at `again`: a wake in between would be lost.
      running = null;
    }
  }

  function wake(): void {
    if (stopped || cursor === null) return;
    if (joining === 0 && !hub.hasSubscriptions()) {
      cursor = null;
      return;
    }
    // Whatever is committed while a batch is under way waits for the next: that is what makes bursts cheap.
    again = true;
    running ??= drain();
  }

  return {
    wake,
    async subscribe(add) {
      const isFirst = cursor === null;
      joining += 1;
      try {
        if (isFirst) await (opening ??= open());
        add();
      } finally {
        joining -= 1;
      }
      // A notice of what was committed meanwhile found nobody.
      if (isFirst) wake();
    },
    async stop() {
      stopped = true;
      await running;
      await opening?.catch(() => {});
    },
  };
}
