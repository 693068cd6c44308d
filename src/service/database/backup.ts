import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readObjects, writeManifest } from './backup-manifest.ts';
import {
  dropObjects,
  listObjects,
  sharedObjects,
  shareObjects,
  type BackedUpObjects,
  type Digests,
} from './backup-objects.ts';
import { findDamage } from './data-checksums.ts';
import { forEachFile, syncFile } from './files.ts';

export interface BackupOptions {
  /** Folder of the backups. It should be on a different disk than the data. */
  readonly directory: string;
  /** Version of the newest migration. Product versions without this migration can't restore the backup. */
  readonly schema: string;
  /** The files that the database refers to. None by default. */
  readonly objects?: BackedUpObjects;
  /** How many backups to keep, 5 by default. */
  readonly keep?: number;
  /** Time between backups while the service runs, 6 hours by default. Each clean stop makes another backup. */
  readonly everyMs?: number;
}

/** Thrown if the database is damaged. No backup is made in that case, because it would replace a good one. */
export class DatabaseDamaged extends Error {
  override readonly name = 'DatabaseDamaged';
  readonly file: string;

  constructor(dataDir: string, file: string) {
    super(`The database in ${dataDir} is damaged: the checksum of ${file} is wrong. No backup was made.`);
    this.file = file;
  }
}

const defaultKeep = 5;
export const defaultEveryMs = 6 * 60 * 60 * 1000;

/** Backup folders are named by time, so that their names sort by age. */
const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
const partialPrefix = 'partial-';

async function backupsIn(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.filter((name) => backupName.test(name)).toSorted();
}

/** Finds the folder of the newest complete backup, or of the newest one before `before`. */
export async function newestBackup(directory: string, before?: string): Promise<string | undefined> {
  const names = await backupsIn(directory);
  const name = names.findLast((each) => before === undefined || each < before);
  return name === undefined ? undefined : join(directory, name);
}

/** Returns the time of the newest complete backup in ISO 8601, or null if there is none. */
export async function newestBackupTime(directory: string): Promise<string | null> {
  const name = (await backupsIn(directory)).at(-1);
  return name?.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:') ?? null;
}

interface DirectoryTree {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

async function readTree(directory: string): Promise<DirectoryTree> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const paths = (kind: 'isFile' | 'isDirectory') =>
    entries
      .filter((entry) => entry[kind]())
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
  return { folders: paths('isDirectory').toSorted(), files: paths('isFile') };
}

/**
 * Copies a data directory. File systems that can clone files (APFS, Btrfs, XFS) need no extra space for it.
 *
 * @returns the files and folders, for `syncCopy`
 */
export async function copyDirectory(from: string, to: string): Promise<DirectoryTree> {
  const tree = await readTree(from);
  for (const folder of ['', ...tree.folders]) await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
  await forEachFile(tree.files, (file) =>
    copyFile(join(from, file), join(to, file), constants.COPYFILE_FICLONE),
  );
  return tree;
}

/** Flushes a copy to the disk. PGlite never flushes, so only backups are sure to survive a power failure. */
export async function syncCopy(directory: string, { folders, files }: DirectoryTree): Promise<void> {
  await forEachFile([...files, ...folders, ''], (path) => syncFile(join(directory, path)));
}

/** Formats a time as a file name that sorts by time and is valid on every system. */
export const timeAsFileName = (time = new Date()): string => time.toISOString().replaceAll(':', '-');

/** Returns a name that sorts last, even for a second backup in the same millisecond or after the clock was set back. */
async function nextName(directory: string): Promise<string> {
  const name = timeAsFileName();
  const newest = (await backupsIn(directory)).at(-1);
  if (newest === undefined || name > newest) return name;
  return timeAsFileName(new Date(Date.parse(newest.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')) + 1));
}

const objectsOfNewest = async (directory: string): Promise<Digests | null> => {
  const newest = await newestBackup(directory);
  return newest === undefined ? null : readObjects(newest);
};

/** Deletes objects that are in no backup. If a manifest can't be read, deletes nothing. */
async function dropUnusedObjects(directory: string): Promise<void> {
  const listedPaths = new Set<string>();
  for (const name of await backupsIn(directory)) {
    const described = await readObjects(join(directory, name));
    if (!described) return;
    for (const path of Object.keys(described)) listedPaths.add(path);
  }
  await dropObjects(sharedObjects(directory), listedPaths);
}

/**
 * Copies `dataDir` into a new backup and deletes all but the newest `keep` backups.
 *
 * @param whileIdle a function that runs the copying while nothing writes to the directory
 * @returns the backup's folder
 * @throws DatabaseDamaged
 */
export async function backUp(
  dataDir: string,
  { directory, schema, objects, keep = defaultKeep }: BackupOptions,
  whileIdle: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const name of await readdir(directory)) {
    if (name.startsWith(partialPrefix)) await rm(join(directory, name), { recursive: true, force: true });
  }
  const name = await nextName(directory);
  const partial = join(directory, partialPrefix + name);
  try {
    const copy = async () => {
      const [tree, paths] = await whileIdle(async () => [
        await copyDirectory(dataDir, partial),
        objects ? await listObjects(objects.directory) : [],
      ]);
      const damaged = await findDamage(partial);
      if (damaged !== undefined) throw new DatabaseDamaged(dataDir, damaged);
      const earlierDigests = (await objectsOfNewest(directory)) ?? {};
      const digests = objects
        ? await shareObjects(objects.directory, sharedObjects(directory), paths, earlierDigests)
        : {};
      return { tree, digests };
    };
    const { tree, digests } = await (objects?.keepDuring ? objects.keepDuring(copy) : copy());
    const manifest = await writeManifest(partial, tree.files, schema, digests);
    await syncCopy(partial, { ...tree, files: [...tree.files, manifest] });
  } catch (error) {
    // Deletes the incomplete copy, because on a full disk the database needs the space.
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  // Renamed last, so that an incomplete copy never looks like a backup.
  await rename(partial, join(directory, name));
  await syncFile(directory);

  const outdated = (await backupsIn(directory)).slice(0, -keep);
  for (const each of outdated) await rm(join(directory, each), { recursive: true, force: true });
  await dropUnusedObjects(directory);
  return join(directory, name);
}
