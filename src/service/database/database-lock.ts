import postgres from 'postgres';
import { isCertificateFault } from '../../shared/service/trouble.ts';
import { encryptionOf } from './encryption.ts';

/** Another service works on the database: each would take away half of the other's realtime events. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/** The database cannot be connected to. The message says why and holds no password. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
  /** Why, as the end of a sentence. */
  readonly reason: string;

  constructor(place: string, reason: string, options?: ErrorOptions) {
    super(
      `The database ${place} cannot be used: ${reason}. Check CLOVER_DATABASE_URL, and that PostgreSQL runs.`,
      options,
    );
    this.reason = reason;
  }
}

/** A service that was just stopped may still be on its way out. */
const patienceMs = 1_000;

const lockNotAvailable = '55P03';

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  CONNECT_TIMEOUT: 'it does not answer',
  ETIMEDOUT: 'it does not answer',
  ENETUNREACH: 'no network leads there',
  EHOSTUNREACH: 'no network leads there',
  '28P01': 'it refuses the user or the password',
  '28000': 'it refuses the user',
  '3D000': 'it has no such database',
};

function reasonOf(error: unknown, code: string): string {
  if (isCertificateFault(error)) return 'its certificate has expired or is not trusted';
  return reasons[code] ?? `it answers with ${code}`;
}

function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'of CLOVER_DATABASE_URL';
  const { host, pathname } = new URL(url);
  return `${pathname.slice(1)} at ${host}`;
}

/**
 * Takes the one place that a database has for a service, by an advisory lock of a session of its own. PostgreSQL gives
 * it free when the process ends, however it ends. A connection that breaks gives it up too and does not ask again.
 *
 * @returns the release.
 * @throws DatabaseInUse, DatabaseUnreachable with sentences for the person at the machine.
 */
export async function lockDatabase(url: string): Promise<() => Promise<void>> {
  const session = postgres(url, {
    ...encryptionOf(url),
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    connection: { application_name: 'clover lock', lock_timeout: patienceMs },
    onnotice: () => {},
  });
  try {
    await session`select pg_advisory_lock(hashtext('clover: one service'))`;
  } catch (error) {
    await session.end({ timeout: 1 });
    const code = String((error as { readonly code?: unknown }).code);
    if (code === lockNotAvailable) {
      throw new DatabaseInUse(
        `Another service works on the database ${placeOf(url)}. Stop that one first, or give this one a database of its own.`,
      );
    }
    throw new DatabaseUnreachable(placeOf(url), reasonOf(error, code), { cause: error });
  }
  return () => session.end({ timeout: 1 });
}
