import { DatabaseDamaged } from './database/backup.ts';
import type { Database } from './database/database.ts';
import type { OnProblem } from './database/session-pool.ts';
import { json } from './http/json.ts';
import type { Log } from './log.ts';

/** PostgreSQL's codes for damaged data and damaged indexes. */
const damagedPage = /^XX00[12]$/;

/** How long (ms) `/readyz` waits for the database. Load balancers must learn within 2 s that it is unreachable. */
const timeout = 1_500;

const remedies = {
  pglite: 'Stop the service, then run: npm run restore',
  postgres: 'Repair or restore the database on its PostgreSQL server, then restart that server',
} as const;

/**
 * Reads when the database server started, according to the server's clock. Returns null if it doesn't respond in time.
 */
async function serverStart(database: Database): Promise<string | null> {
  const tooLate = Promise.withResolvers<null>();
  const timer = setTimeout(() => tooLate.resolve(null), timeout);
  const answered = database.query<{ time: string }>('select pg_postmaster_start_time()::text as time').then(
    ([row]) => row?.time ?? '',
    () => null,
  );
  return Promise.race([answered, tooLate.promise]).finally(() => clearTimeout(timer));
}

/** Tracks whether the database works, for the log and for `/readyz`. */
export function createDatabaseHealth(kind: Database['kind'], log: Log) {
  /** Set while a page is damaged. `server` is the start time of the database server, once it has been read. */
  let damage: { server?: string } | null = null;
  let hasBackupFailed = false;
  const reportDamage = (found: string) => {
    damage = {};
    log('database-damaged', { found, remedy: remedies[kind] });
  };
  const onProblem: OnProblem = (event, reason) => {
    if (damagedPage.test(reason)) reportDamage(reason);
    else log(event, { reason });
  };
  return {
    onProblem,
    /** Call after a backup, with the error if it failed. A backup reads every page. */
    onBackup(error?: unknown) {
      hasBackupFailed = error !== undefined;
      if (error === undefined) damage = null;
      else if (error instanceof DatabaseDamaged) reportDamage(error.file);
      else log('backup-failed', { error: error instanceof Error ? error.name : 'unknown' });
    },
    isDamaged: () => damage !== null,
    hasBackupFailed: () => hasBackupFailed,
    async readiness(database: Database): Promise<Response> {
      const server = await serverStart(database);
      if (damage && kind === 'postgres' && server !== null) {
        damage.server ??= server;
        // A restart means that the server was repaired or replaced. Otherwise the damaged page will be reported again.
        if (damage.server !== server) damage = null;
      }
      if (damage) return json({ status: 'damaged' }, 503);
      return server === null
        ? json({ status: 'no database' }, 503, { 'retry-after': '2' })
        : json({ status: 'ready' });
    },
  };
}
