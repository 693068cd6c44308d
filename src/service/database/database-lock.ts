import { placeOf, unreachable } from './database-unreachable.ts';
import { connectPostgres } from './postgres-session.ts';

/** Another service works on the database: each would take away half of the other's realtime events. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/** A service that was just stopped may still be on its way out. */
const patienceMs = 1_000;

const lockNotAvailable = '55P03';

/**
 * Takes the one place that a database has for a service, by an advisory lock of a session of its own. PostgreSQL gives
 * it free when the process ends, however it ends. A connection that breaks gives it up too and does not ask again.
 *
 * @returns the release.
 * @throws DatabaseInUse, DatabaseUnreachable with sentences for the person at the machine.
 */
export async function lockDatabase(url: string): Promise<() => Promise<void>> {
  const session = await connectPostgres({
    url,
    name: 'clover lock',
    settings: { lock_timeout: patienceMs },
  }).catch((error: unknown) => {
    throw unreachable(url, error);
  });
  try {
    await session.query(`select pg_advisory_lock(hashtext('clover: one service'))`);
  } catch (error) {
    await session.end();
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable) {
      throw new DatabaseInUse(
        `Another service works on the database ${placeOf(url)}. Stop that one first, or give this one a database of its own.`,
      );
    }
    throw unreachable(url, error);
  }
  return () => session.end();
}
