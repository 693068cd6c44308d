import type { RunningReplies } from '../../supabase/functions/_shared/running-replies.ts';
import type { OpenedDatabase } from './database/opened-database.ts';
import type { Log } from './log.ts';

/** Milliseconds between checks. A reply counts as abandoned if it hasn't been saved for ten seconds. */
const interval = 10_000;

/**
 * Milliseconds that running replies get to finish when the service stops. The server keeps their connections open for
 * one second longer, so that clients still receive the stored text.
 */
const replyGrace = 9_000;

/**
 * Turns replies whose writer has crashed into interrupted messages, at startup and then regularly. After the first
 * check, resolves to a function that stops the checks.
 */
export async function startSettlingReplies(database: OpenedDatabase, log: Log): Promise<() => void> {
  const settle = async (isSoleWriter: boolean) => {
    try {
      const [row] = await database.query<{ settled: number }>(
        'select public.settle_abandoned_replies($1) as settled',
        [isSoleWriter],
      );
      if (row && row.settled > 0) log('replies-settled', { count: row.settled });
    } catch (error) {
      log('replies-not-settled', { error: error instanceof Error ? error.name : 'unknown' });
    }
  };
  // Only one process uses an embedded database, so no reply can be running when that process starts.
  await settle(database.kind === 'pglite');
  const timer = setInterval(() => void settle(false), interval);
  timer.unref();
  return () => clearInterval(timer);
}

/** Waits for running replies up to a time limit, then stores them as interrupted. */
export async function finishReplies(replies: Pick<RunningReplies, 'idle' | 'interrupt'>): Promise<void> {
  const late = setTimeout(replies.interrupt, replyGrace);
  await replies.idle();
  clearTimeout(late);
}
