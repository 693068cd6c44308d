import type { Database, Queryable } from './database.ts';

/** A database with methods that only the service's own modules need. */
export interface OpenedDatabase extends Database {
  /**
   * Reserves one session for `work`. PGlite has only one, so nothing else runs during that time and its files don't
   * change.
   */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work of the service itself, such as maintenance, without a time limit for statements. */
  withoutTimeLimit<T>(work: (session: Queryable) => Promise<T>): Promise<T>;
  /** Makes a backup. Missing if the database was opened without backups. */
  readonly backUp?: () => Promise<unknown>;
}
