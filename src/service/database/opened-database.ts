import type { Database, Queryable } from './database.ts';

/** A database with methods for the service's own modules. */
export interface OpenedDatabase extends Database {
  /**
   * Reserves one session while `work` runs, which uses it too. PGlite has only one, so nothing else runs and its files don't
   * change.
   */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work of the service itself, such as maintenance, without the time limit of statements. */
  withoutTimeLimit<T>(work: (session: Queryable) => Promise<T>): Promise<T>;
  /** Makes a backup now. Only if the database was opened with backups. */
  readonly backUp?: () => Promise<unknown>;
}
