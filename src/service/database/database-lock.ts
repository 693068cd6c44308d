import { addressOf, toUnreachableError } from './database-unreachable.ts';
import { connectPostgres } from './postgres-session.ts';

/**
 * Thrown if a command needs exclusive access while a service uses the database, or if a service starts during such a
 * command.
 */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/** How long (ms) to wait for the lock. A service that was just stopped may still be closing. */
const timeoutMs = 1_000;

const lockNotAvailable = '55P03';

/** `service`: an instance of the service; several may run. `alone`: a command that needs the database exclusively. */
export type DatabaseUse = 'service' | 'alone';

const locks: Readonly<Record<DatabaseUse, string>> = {
  service: 'pg_advisory_lock_shared',
  alone: 'pg_advisory_lock',
};

const refusals: Readonly<Record<DatabaseUse, (address: string) => string>> = {
  service: (address) =>
    `A command such as a move is using the database ${address}. Start again when it has finished.`,
  alone: (address) => `A service is using the database ${address}. Stop it first.`,
};

/**
 * Takes an advisory lock, so that no command uses the database of a running service. The lock has its own session, so
 * PostgreSQL releases it no matter how the process ends.
 *
 * @returns a function that releases the lock
 * @throws DatabaseInUse, DatabaseUnreachable, with messages for the operator
 */
export async function lockDatabase(url: string, use: DatabaseUse): Promise<() => Promise<void>> {
  const session = await connectPostgres({
    url,
    name: 'clover lock',
    settings: { lock_timeout: timeoutMs },
  }).catch((error: unknown) => {
    throw toUnreachableError(url, error);
  });
  try {
    await session.query(`select ${locks[use]}(hashtext('clover: services'))`);
  } catch (error) {
    await session.end();
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable) {
      throw new DatabaseInUse(refusals[use](addressOf(url)));
    }
    throw toUnreachableError(url, error);
  }
  return () => session.end();
}
