import type { RunningReplies } from '../../supabase/functions/_shared/running-replies.ts';
import type { OpenedDatabase } from './database/opened-database.ts';
import type { Log } from './log.ts';

/** Milliseconds between two runs. A reply counts as abandoned if it wasn't saved for ten seconds. */
const interval = 10_000;

/**
 * When the service stops, running replies get this long (ms) to finish: a second less than their connections, so that
 * clients still receive the stored text.
 */
const replyGrace = 9_000;

/**
 * Settles replies whose writer has disappeared, now and regularly: their text becomes an interrupted message. Resolves
 * after the first run, to a function that stops it.
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
      log('replies-unsettled', { error: error instanceof Error ? error.name : 'unknown' });
    }
  };
  // Only one process uses a data directory, so at its start no reply is running.
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
