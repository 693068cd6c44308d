import type { Database, Queryable } from './database.ts';

/** A database with what only the service's own rooms need. */
export interface OpenedDatabase extends Database {
  /**
   * Holds one session while `work` runs; what is sent inside uses it. PGlite has one, so nothing else runs and its files
   * stand still.
   */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work of the service itself, such as tidying up, without the time limit of statements. */
  withoutTimeLimit<T>(work: (session: Queryable) => Promise<T>): Promise<T>;
  /** Makes a backup now, while everything goes on; only where the database was opened with backups. */
  readonly backUp?: () => Promise<unknown>;
}
