import type { OpenedDatabase } from './database/opened-database.ts';
import type { Log } from './log.ts';

/** How often the service tidies up, in milliseconds. Guests live 24 hours, so half an hour more is nothing. */
const interval = 30 * 60_000;

/**
 * Forgets what must not be kept: guests and images without a message after a day, sign-ups that nobody confirmed after
 * a week, counters and addresses of past days.
 * Returns the undo.
 */
export function startMaintenance(database: OpenedDatabase, log: Log): () => void {
  const tidy = async (isFirst = false) => {
    try {
      const [row] = await database.query<{ guests: number; unconfirmed: number; images: number }>(
        `select public.purge_guests()::int as guests, public.purge_unconfirmed()::int as unconfirmed,
           public.purge_images()::int as images, public.purge_counts()`,
      );
      if (row && row.guests > 0) log('guests-purged', { count: row.guests });
      if (row && row.unconfirmed > 0) log('unconfirmed-purged', { count: row.unconfirmed });
      if (row && row.images > 0) log('images-purged', { count: row.images });
      // PGlite has no autovacuum: without this, dead rows pile up and the planner knows nothing of the tables.
      if (database.kind === 'pglite' && !isFirst) await database.query('vacuum (analyze)');
    } catch (error) {
      log('maintenance-failed', { error: error instanceof Error ? error.name : 'unknown' });
    }
  };
  const timer = setInterval(() => void tidy(), interval);
  timer.unref();
  // The first one leaves the start its time.
  void tidy(true);
  return () => clearInterval(timer);
}
