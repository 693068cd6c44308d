import type { OpenedDatabase } from './database/opened-database.ts';
import type { Log } from './log.ts';

/** How often the service tidies up, in milliseconds. Guests live 24 hours, so a quarter of an hour more is nothing. */
const interval = 15 * 60_000;

/** Forgets what must not be kept: guests after a day, counters and addresses of past days. Returns the undo. */
export function startMaintenance(database: OpenedDatabase, log: Log): () => void {
  const tidy = async () => {
    try {
      const [row] = await database.query<{ purged: number }>(
        'select public.purge_guests()::int as purged, public.purge_counts()',
      );
      if (row && row.purged > 0) log('guests-purged', { count: row.purged });
    } catch (error) {
      log('maintenance-failed', { error: error instanceof Error ? error.name : 'unknown' });
    }
  };
  const timer = setInterval(() => void tidy(), interval);
  timer.unref();
  void tidy();
  return () => clearInterval(timer);
}
