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
      // Of several instances one at a time: the lock ends with the statement.
      const [row] = await database.withoutTimeLimit((session) =>
        session.query<{ purged: Readonly<Record<string, number>> | null }>(
          `select case when pg_try_advisory_xact_lock(hashtext('clover: maintenance'))
             then private.purge_expired() end as purged`,
        ),
      );
      for (const [kind, count] of Object.entries(row?.purged ?? {}))
        if (count > 0) log(`${kind}-purged`, { count });
      // PGlite has no autovacuum: without this, dead rows pile up and the planner knows nothing of the tables.
      if (database.kind === 'pglite' && !isFirst)
        await database.withoutTimeLimit((session) => session.query('vacuum (analyze)'));
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
