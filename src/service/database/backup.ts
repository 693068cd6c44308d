import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { writeManifest } from './backup-manifest.ts';
import { findDamage } from './data-checksums.ts';
import { forEachOf } from './files.ts';

export interface BackupOptions {
  /** Folder of the backups; on another disk than the data where there is one. */
  readonly directory: string;
  /** Version of the newest migration of this product: one that lacks it must not restore what is made here. */
  readonly schema: string;
  /** How many are kept, 5 unless told. */
  readonly keep?: number;
  /** Time between two while the service runs, 6 hours unless told. One more is made at each clean stop. */
  readonly everyMs?: number;
}

/** The database is damaged, so no backup was made: it would take the place of a good one. */
export class DatabaseDamaged extends Error {
  override readonly name = 'DatabaseDamaged';
  /** The damaged file, below the data directory. */
  readonly file: string;

  constructor(dataDir: string, file: string) {
    super(`The database in ${dataDir} is damaged: ${file} is not as it was written. No backup was made.`);
    this.file = file;
  }
}

export const defaultKeep = 5;
export const defaultEveryMs = 6 * 60 * 60 * 1000;

/** A backup's folder is named by its time, so names sort as times do. */
const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
const partialPrefix = 'partial-';

async function backupsIn(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.filter((name) => backupName.test(name)).toSorted();
}

/** Folder of the newest whole backup; of the newest one older than `before`, the name of another, when that is given. */
export async function newestBackup(directory: string, before?: string): Promise<string | undefined> {
  const names = await backupsIn(directory);
  const name = names.findLast((each) => before === undefined || each < before);
  return name === undefined ? undefined : join(directory, name);
}

/** Writes a file or folder through to the disk. */
async function sync(path: string): Promise<void> {
  // Windows cannot open a folder.
  const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r').catch(() => undefined);
  // A file system that cannot sync a folder says so with an error; the files in it are safe all the same.
  await handle?.sync().catch(() => {});
  await handle?.close();
}

interface Tree {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

async function treeOf(directory: string): Promise<Tree> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const paths = (kind: 'isFile' | 'isDirectory') =>
    entries
      .filter((entry) => entry[kind]())
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
  return { folders: paths('isDirectory').toSorted(), files: paths('isFile') };
}

/**
 * Copies a data directory; on file systems that can (APFS, Btrfs, XFS), without taking more space.
 *
 * @returns what has to be written through to the disk, for `syncCopy`.
 */
export async function copyDirectory(from: string, to: string): Promise<Tree> {
  const tree = await treeOf(from);
  for (const folder of ['', ...tree.folders]) await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
  await forEachOf(tree.files, (file) =>
    copyFile(join(from, file), join(to, file), constants.COPYFILE_FICLONE),
  );
  return tree;
}

/** Writes a copy through to the disk. PGlite never does, so it is a backup that survives a power cut. */
export async function syncCopy(directory: string, { folders, files }: Tree): Promise<void> {
  await forEachOf([...files, ...folders, ''], (path) => sync(join(directory, path)));
}

/** The time, in a form that names files on every system and sorts as times do. */
export const stamp = (time = new Date()): string => time.toISOString().replaceAll(':', '-');

/** A name behind all others, also for a second backup in one millisecond, or after the clock was set back. */
async function nextName(directory: string): Promise<string> {
  const name = stamp();
  const newest = (await backupsIn(directory)).at(-1);
  if (newest === undefined || name > newest) return name;
  return stamp(new Date(Date.parse(newest.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')) + 1));
}

/**
 * Copies `dataDir` into a new backup and removes those beyond the newest `keep`.
 *
 * @param standStill Runs the copying while nothing writes to the directory; the rest needs no such care.
 * @returns the backup's folder.
 * @throws DatabaseDamaged
 */
export async function backUp(
  dataDir: string,
  { directory, schema, keep = defaultKeep }: BackupOptions,
  standStill: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const name of await readdir(directory)) {
    if (name.startsWith(partialPrefix)) await rm(join(directory, name), { recursive: true, force: true });
  }
  const name = await nextName(directory);
  const partial = join(directory, partialPrefix + name);
  try {
    const tree = await standStill(() => copyDirectory(dataDir, partial));
    const damaged = await findDamage(partial);
    if (damaged !== undefined) throw new DatabaseDamaged(dataDir, damaged);
    const manifest = await writeManifest(partial, tree.files, schema);
    await syncCopy(partial, { ...tree, files: [...tree.files, manifest] });
  } catch (error) {
    // Half a copy helps nobody, and on a full disk it takes the room that the database needs.
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  // Named only once it is whole: a copy that a crash cut short must never be taken for a backup.
  await rename(partial, join(directory, name));
  await sync(directory);

  const old = (await backupsIn(directory)).slice(0, -keep);
  for (const each of old) await rm(join(directory, each), { recursive: true, force: true });
  return join(directory, name);
}
