import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { emptyQueue, takeChanges, type Change } from './capture.ts';
import type { Hub } from './hub.ts';
import { limits } from './limits.ts';

/** Brings changes from the queue to the delivery. */
export interface Pump {
  /** Something was committed. */
  wake(): void;
  /**
   * Calls `add` at a moment from which on no change is missed: with nobody listening the queue is thrown away unread,
   * so the first subscriber must come after the last throwing away.
   */
  subscribe(add: () => void): Promise<void>;
  /** Takes nothing more, and waits for what is under way. */
  stop(): Promise<void>;
}

export function createPump(
  database: Database,
  hub: Hub,
  deliver: (changes: readonly Change[]) => Promise<void>,
  log: Log,
): Pump {
  let running: Promise<void> | null = null;
  let emptying: Promise<void> = Promise.resolve();
  let again = false;
  let stopped = false;
  let joining = 0;
  let unread = 0;

  const isHeard = () => joining > 0 || hub.hasSubscriptions();

  const empty = () => {
    unread = 0;
    emptying = emptying.catch(() => {}).then(() => emptyQueue(database));
    return emptying;
  };

  const fail = (error: unknown) => {
    // A closed database is the end of the process, or of a test, and no news.
    if (!stopped) log('realtime.queue-failed', { error: error instanceof Error ? error.name : 'unknown' });
  };

  async function drain(): Promise<void> {
    try {
      do {
        again = false;
        const changes = await takeChanges(database, limits.batch);
        if (changes.length > 0) await deliver(changes);
        again ||= changes.length === limits.batch;
      } while (again && !stopped);
    } catch (error) {
      fail(error);
    } finally {
      // In the same turn as the last look at `again`: a wake in between would be heard by nobody.
      running = null;
    }
  }

  return {
    wake() {
      if (stopped) return;
      if (!isHeard()) {
        unread += 1;
        if (unread >= limits.unreadNotices) empty().catch(fail);
        return;
      }
      // Whatever is committed while a batch is under way waits for the next: that is what makes bursts cheap.
      again = true;
      running ??= drain();
    },
    async subscribe(add) {
      if (!isHeard()) void empty().catch(() => {});
      joining += 1;
      try {
        await emptying;
        add();
      } finally {
        joining -= 1;
      }
    },
    async stop() {
      stopped = true;
      await running;
      await emptying.catch(() => {});
    },
  };
}
