import type { OpenedDatabase } from './opened-database.ts';

/** Where the database is. */
export type DatabaseSource =
  | { readonly dataDir: string }
  | { readonly memory: true; readonly dump?: Blob }
  | { readonly url: string; readonly maxSessions?: number };

/**
 * Opens the database: PGlite in a directory or in memory, or a PostgreSQL by URL.
 *
 * Each kind is loaded only when asked for, because PGlite's WebAssembly costs a start by URL for nothing.
 */
export async function openDatabase(source: DatabaseSource): Promise<OpenedDatabase> {
  if ('url' in source) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(source);
  }
  const { openPglite } = await import('./pglite.ts');
  if ('memory' in source) return openPglite(source.dump === undefined ? {} : { loadDataDir: source.dump });
  return openPglite({ dataDir: source.dataDir });
}
