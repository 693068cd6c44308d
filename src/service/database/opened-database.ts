import type { PgliteConnection } from '@supabase/lite/pglite';
import type { PostgresConnection } from '@supabase/lite/postgres';
import type { Database } from './database.ts';

/** The connection of @supabase/lite. It makes its own driver, so it is the one that opens the session all share. */
export type LiteConnection = PgliteConnection | PostgresConnection;

/** A database with what only the service's own rooms need. */
export interface OpenedDatabase extends Database {
  /** For `src/service/rest` alone: use it only inside `exclusively`. */
  readonly connection: LiteConnection;
  /** Queues `work` with the statements and transactions of PGlite's single session; over PostgreSQL it runs at once. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Makes a backup now, while everything goes on; only where the database was opened with backups. */
  readonly backUp?: () => Promise<unknown>;
  /** Makes REST look at tables and functions anew. Call it after DDL. */
  clearSchemaCache(): Promise<void>;
}
