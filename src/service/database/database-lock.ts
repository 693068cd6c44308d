import { placeOf, unreachable } from './database-unreachable.ts';
import { connectPostgres } from './postgres-session.ts';

/** A command needs the database for itself while a service works on it, or the other way round. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/** A service that was just stopped may still be on its way out. */
const patienceMs = 1_000;

const lockNotAvailable = '55P03';

/** `service`: one of any number of instances of the service. `alone`: a command that no service may run beside. */
export type DatabaseUse = 'service' | 'alone';

const locks: Readonly<Record<DatabaseUse, string>> = {
  service: 'pg_advisory_lock_shared',
  alone: 'pg_advisory_lock',
};

const refusals: Readonly<Record<DatabaseUse, (place: string) => string>> = {
  service: (place) =>
    `A command such as a move works on the database ${place}. Start again when it has ended.`,
  alone: (place) => `A service works on the database ${place}. Stop it first.`,
};

/**
 * Keeps commands away from the database of a running service, by an advisory lock of a session of its own. PostgreSQL
 * releases it when the process ends, however it ends.
 *
 * @returns the release.
 * @throws DatabaseInUse, DatabaseUnreachable with sentences for the person at the machine.
 */
export async function lockDatabase(url: string, use: DatabaseUse): Promise<() => Promise<void>> {
  const session = await connectPostgres({
    url,
    name: 'clover lock',
    settings: { lock_timeout: patienceMs },
  }).catch((error: unknown) => {
    throw unreachable(url, error);
  });
  try {
    await session.query(`select ${locks[use]}(hashtext('clover: services'))`);
  } catch (error) {
    await session.end();
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable) {
      throw new DatabaseInUse(refusals[use](placeOf(url)));
    }
    throw unreachable(url, error);
  }
  return () => session.end();
}
