import { clearPlainCopies } from './database/clear-plain-copies.ts';
import type { OpenedDatabase } from './database/opened-database.ts';
import type { Log } from './log.ts';

/** Milliseconds between runs. Guests are kept for 24 hours, so half an hour more doesn't matter. */
const interval = 30 * 60_000;

/**
 * Regularly deletes guests, and images and files that no message uses, after a day; unconfirmed sign-ups after a week;
 * expired shared chats; counters and hashed IP addresses of past days; and plain copies of encrypted texts in the
 * database's files. Returns a function that stops it.
 */
export function startMaintenance(database: OpenedDatabase, log: Log): () => void {
  const cleanUp = async (isFirst = false) => {
    try {
      // Locked, so that only one instance runs it at a time. The lock ends with the statement.
      const [row] = await database.withoutTimeLimit((session) =>
        session.query<{ purged: Readonly<Record<string, number>> | null }>(
          `select case when pg_try_advisory_xact_lock(hashtext('clover: maintenance'))
             then private.purge_expired() end as purged`,
        ),
      );
      for (const [kind, count] of Object.entries(row?.purged ?? {}))
        if (count > 0) log(`${kind}-purged`, { count });
      // PGlite has no autovacuum. Without this, dead rows pile up and the planner has no statistics.
      if (database.kind === 'pglite' && !isFirst)
        await database.withoutTimeLimit((session) => session.query('vacuum (analyze)'));
      const cleared = await clearPlainCopies(database);
      if (cleared > 0) log('plain-copies-cleared', { count: cleared });
    } catch (error) {
      log('maintenance-failed', { error: error instanceof Error ? error.name : 'unknown' });
    }
  };
  const timer = setInterval(() => void cleanUp(), interval);
  timer.unref();
  // Skips the vacuum to keep the start fast.
  void cleanUp(true);
  return () => clearInterval(timer);
}
