import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newestBackup, timeAsFileName } from './backup.ts';
import { readControlFile } from './control-file.ts';
import { enableChecksums, findDamage } from './data-checksums.ts';
import { exists } from './files.ts';
import { openPglite, type PgliteDatabase } from './pglite.ts';
import type { SessionRules } from './session-pool.ts';

/** Thrown if the data directory can't be opened. The directory was not changed. */
export class DataDirectoryCorrupt extends Error {
  readonly dataDir: string;
  /** Folder of the newest backup, for `restoreBackup`. */
  readonly backup: string | undefined;
  /** Advice for the command line, which users of the desktop app don't have. */
  readonly commands: string | undefined;

  constructor(
    dataDir: string,
    message: string,
    backup: string | undefined,
    { commands, ...options }: ErrorOptions & { readonly commands?: string } = {},
  ) {
    super(message, options);
    this.name = 'DataDirectoryCorrupt';
    this.dataDir = dataDir;
    this.backup = backup;
    this.commands = commands;
  }
}

/** The major version of PostgreSQL in PGlite. It can't read directories of other versions. */
export const postgresVersion = '17';

/** Renames a directory instead of deleting it, because it may contain the only copy of someone's data. */
export async function renameDirectory(dataDir: string, why: 'damaged' | 'unfinished'): Promise<string> {
  const path = `${dataDir}.${why}-${timeAsFileName()}`;
  await rename(dataDir, path);
  return path;
}

/** While this file exists, the first start has not finished, and the directory contains no data of users. */
export const unfinishedMarker = (dataDir: string): string => `${dataDir}.unfinished`;

/** A restore copies the backup to this folder before it replaces the database. */
export const restoringFolder = (dataDir: string): string => `${dataDir}.restoring`;

async function contentOf(dataDir: string): Promise<string[]> {
  try {
    return await readdir(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function createDatabase(
  dataDir: string,
  template: string | undefined,
  rules: SessionRules,
): Promise<PgliteDatabase> {
  const mark = unfinishedMarker(dataDir);
  await writeFile(mark, '', { mode: 0o600 });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const database = await openNew(dataDir, template, rules);
  await rm(mark);
  return database;
}

/** Creates an empty database and closes it once, because checksums can only be added to a closed database. */
async function openEmpty(dataDir: string, rules: SessionRules): Promise<PgliteDatabase> {
  await (await openPglite({ dataDir })).close();
  await enableChecksums(dataDir);
  return openPglite({ dataDir }, rules);
}

/** Creates a database. The template reduces the time from 4 s to 1 s. */
async function openNew(
  dataDir: string,
  template: string | undefined,
  rules: SessionRules,
): Promise<PgliteDatabase> {
  if (template === undefined) return openEmpty(dataDir, rules);
  try {
    return await openPglite({ dataDir, dump: await readFile(template) }, rules);
  } catch {
    // A template only saves time. If it is damaged, the database is created without it.
    await renameDirectory(dataDir, 'unfinished');
    await mkdir(dataDir, { mode: 0o700 });
    return openEmpty(dataDir, rules);
  }
}

export interface DirectoryOptions {
  /** A dump for the first start (`ensureDump`). */
  readonly template?: string | undefined;
  /** Folder of the backups. If the directory is damaged, the error names the newest backup. */
  readonly backups?: string | undefined;
  readonly rules?: SessionRules;
}

/**
 * Opens the database in `dataDir`, or creates it at the first start. The caller must hold the lock.
 *
 * @throws DataDirectoryCorrupt with a message for the operator
 */
export async function openDirectory(
  dataDir: string,
  { template, backups, rules = {} }: DirectoryOptions,
): Promise<PgliteDatabase> {
  await mkdir(dirname(dataDir), { recursive: true, mode: 0o700 });
  const backup = backups === undefined ? undefined : await newestBackup(backups);
  const content = await contentOf(dataDir);
  if (content.length === 0) {
    // A restore was killed between its last two steps. If this created a new database, everything would seem lost.
    if (await exists(restoringFolder(dataDir)))
      throw new DataDirectoryCorrupt(dataDir, `A restore into ${dataDir} was interrupted.`, backup);
    // If this created a new database, everything would seem lost, and its backups would replace the good ones.
    if (backup !== undefined && !(await exists(unfinishedMarker(dataDir))))
      throw new DataDirectoryCorrupt(
        dataDir,
        `The database ${dataDir} is missing, but there are backups.`,
        backup,
        {
          commands: `To start with an empty database instead, move the backups away: mv ${dirname(backup)} ${dirname(backup)}.old`,
        },
      );
    return createDatabase(dataDir, template, rules);
  }
  if (await exists(unfinishedMarker(dataDir))) {
    await renameDirectory(dataDir, 'unfinished');
    return createDatabase(dataDir, template, rules);
  }

  const remedy = backup === undefined ? 'There is no backup yet.' : `The newest backup is ${backup}.`;
  const version = await readFile(join(dataDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    throw new DataDirectoryCorrupt(
      dataDir,
      `${dataDir} contains files but no database. Choose an empty directory. ${remedy}`,
      backup,
    );
  }
  if (version.trim() !== postgresVersion) {
    throw new DataDirectoryCorrupt(
      dataDir,
      `${dataDir} was written by PostgreSQL ${version.trim()}, and this version of the product reads ${postgresVersion}. Start the version that wrote it.`,
      backup,
    );
  }
  const refuseDamage = async () => {
    const file = await findDamage(dataDir);
    if (file !== undefined)
      throw new DataDirectoryCorrupt(
        dataDir,
        `The database in ${dataDir} is damaged: the checksum of ${file} is wrong. Nothing was changed. ${remedy}`,
        backup,
      );
  };
  // After a crash, PostgreSQL first repairs the files from its write-ahead log, so they are checked once it has opened
  // them.
  const wasClosed = (await readControlFile(dataDir))?.isShutDown ?? false;
  if (wasClosed) {
    await refuseDamage();
    await enableChecksums(dataDir);
  }
  let database: PgliteDatabase;
  try {
    database = await openPglite({ dataDir }, rules);
  } catch (error) {
    throw new DataDirectoryCorrupt(
      dataDir,
      `The database in ${dataDir} can't be opened and is probably damaged. Nothing was changed. ${remedy}`,
      backup,
      { cause: error },
    );
  }
  if (wasClosed) return database;
  try {
    await refuseDamage();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
