import { backUp, type BackupOptions, defaultEveryMs } from './backup.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { openDirectory } from './data-directory.ts';
import type { OpenedDatabase } from './opened-database.ts';
import { openPglite } from './pglite.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import type { SessionRules } from './session-pool.ts';

export type DatabaseSource =
  | { readonly dataDir: string }
  | { readonly memory: true; readonly dump?: Uint8Array }
  | PostgresOptions;

/** The additional options apply to data directories only. */
export interface OpenOptions extends SessionRules {
  /** A dump for the first start (`ensureDump`). */
  readonly template?: string | undefined;
  /** Makes rotating backups, regularly and at each clean stop. */
  readonly backups?: BackupOptions | undefined;
  /** Called after each backup, with the error if it failed. */
  readonly onBackup?: (error?: unknown) => void;
}

/**
 * Opens PGlite in a directory or in memory, or a PostgreSQL database by URL.
 *
 * @throws DataDirectoryLocked, DataDirectoryCorrupt, DatabaseInUse, DatabaseUnreachable, with messages for the operator
 */
export async function openDatabase(
  source: DatabaseSource,
  options: OpenOptions = {},
): Promise<OpenedDatabase> {
  if ('url' in source) return openPostgres(source, options);
  if ('memory' in source) return openPglite(source.dump === undefined ? {} : { dump: source.dump }, options);
  return openLocked(source.dataDir, options);
}

async function openLocked(
  dataDir: string,
  { template, backups, onBackup = () => {}, ...rules }: OpenOptions,
): Promise<OpenedDatabase> {
  const release = await lockDataDirectory(dataDir);
  let database: OpenedDatabase;
  try {
    database = await openDirectory(dataDir, { template, backups: backups?.directory, rules });
  } catch (error) {
    await release();
    throw error;
  }
  if (!backups) {
    return {
      ...database,
      async close() {
        await database.close();
        await release();
      },
    };
  }

  // Runs one backup at a time. Two would delete each other's incomplete copies.
  let last: Promise<unknown> = Promise.resolve();
  const makeBackup = (whileIdle?: OpenedDatabase['exclusively']): Promise<unknown> => {
    last = last
      .then(() => backUp(dataDir, backups, whileIdle))
      .then(
        () => onBackup(),
        (error: unknown) => onBackup(error ?? new Error('unknown')),
      );
    return last;
  };
  // No statement runs while the only session is reserved. PGlite has no background writer, so its files don't change.
  const timer = setInterval(() => void makeBackup(database.exclusively), backups.everyMs ?? defaultEveryMs);
  timer.unref();
  return {
    ...database,
    backUp: () => makeBackup(database.exclusively),
    async close() {
      clearInterval(timer);
      await database.close();
      await makeBackup();
      await release();
    },
  };
}
