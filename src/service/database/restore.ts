import { copyFile, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { brand } from '../../shared/brand.ts';
import { loadSecrets } from '../secrets.ts';
import { copyDirectory, newestBackup, syncCopy } from './backup.ts';
import { BackupUnusable, checkBackup, manifestName } from './backup-manifest.ts';
import { restoreObjects, preserveObjects, sharedObjects, type Digests } from './backup-objects.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { postgresVersion, restoringFolder, renameDirectory, unfinishedMarker } from './data-directory.ts';
import { exists } from './files.ts';

/** Thrown if a restore is refused. Nothing was changed; the message says what to do. */
class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

export interface BackupChoice {
  readonly backups: string;
  /** Name of a backup, the newest by default. */
  readonly name?: string | undefined;
  readonly schemas: ReadonlySet<string>;
}

export interface RestoreResult {
  readonly backup: string;
  readonly setAside: string;
}

interface UsableBackup {
  readonly folder: string;
  readonly objects: Digests;
}

/**
 * Finds the chosen backup and checks it. Throws BackupUnusable, whose message names the next older backup if there is
 * one.
 */
async function usableBackup({ backups, name, schemas }: BackupChoice): Promise<UsableBackup> {
  const backup = name === undefined ? await newestBackup(backups) : join(backups, basename(name));
  if (backup === undefined || !(await exists(backup)))
    throw new RestoreRefused(`There is no backup${name === undefined ? '' : ` ${name}`} in ${backups}.`);
  try {
    return { folder: backup, objects: await checkBackup(backup, { postgres: postgresVersion, schemas }) };
  } catch (error) {
    const older = await newestBackup(backups, basename(backup));
    if (!(error instanceof BackupUnusable) || older === undefined) throw error;
    throw new BackupUnusable(
      `${error.message} For the one before it: npm run restore -- --backup ${basename(older)}`,
      { cause: error },
    );
  }
}

/** Turns the error for a full disk into a message for the operator. Returns other errors unchanged. */
const explainFullDisk = (error: unknown, place: string): unknown =>
  (error as NodeJS.ErrnoException).code === 'ENOSPC'
    ? new RestoreRefused(
        `The disk of ${place} is full. Nothing was changed. Free some space, then try again.`,
        { cause: error },
      )
    : error;

/** Copies a backup's database to a folder. If that fails, deletes the incomplete copy. */
async function copyBackup(backup: string, folder: string): Promise<void> {
  // Left over from an interrupted restore.
  await rm(folder, { recursive: true, force: true });
  try {
    const tree = await copyDirectory(backup, folder);
    await rm(join(folder, manifestName));
    await syncCopy(folder, { ...tree, files: tree.files.filter((file) => file !== manifestName) });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw explainFullDisk(error, dirname(folder));
  }
}

const objectsFolderOf = (dataDir: string): string => join(dirname(dataDir), 'objects');

/** Copies those objects of the backup that are missing. Additional files do no harm. */
async function copyObjects({ folder, objects }: UsableBackup, directory: string): Promise<void> {
  try {
    await restoreObjects(sharedObjects(dirname(folder)), directory, objects);
  } catch (error) {
    throw explainFullDisk(error, directory);
  }
}

/**
 * Replaces a damaged database with a backup, and restores the files that it refers to. The damaged directory is
 * renamed, and all current files are kept next to it.
 *
 * @throws DataDirectoryLocked while a process uses the directory; BackupUnusable; RestoreRefused
 */
export async function restoreBackup(dataDir: string, choice: BackupChoice): Promise<RestoreResult> {
  const release = await lockDataDirectory(dataDir);
  try {
    const backup = await usableBackup(choice);
    const copy = restoringFolder(dataDir);
    await copyBackup(backup.folder, copy);
    await copyObjects(backup, objectsFolderOf(dataDir));
    // The operator may already have deleted the damaged directory.
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const damaged = await renameDirectory(dataDir, 'damaged');
    try {
      // Only the damaged database refers to files that are newer than the backup.
      const objects = objectsFolderOf(dataDir);
      await preserveObjects(objects, damaged.replace(dataDir, objects));
      await rename(copy, dataDir);
    } catch (error) {
      await rename(damaged, dataDir);
      await rm(copy, { recursive: true, force: true });
      throw explainFullDisk(error, dirname(dataDir));
    }
    // Left over from an interrupted first start. If it stayed, the next start would treat the restored database as
    // unfinished.
    await rm(unfinishedMarker(dataDir), { force: true });
    return { backup: backup.folder, setAside: damaged };
  } finally {
    await release();
  }
}

/**
 * Creates an installation in an empty directory from the `backups` and the `secrets.json` of another one.
 *
 * @param installation the new data directory, which is empty or doesn't exist yet
 * @param saved folder with `backups` and `secrets.json`
 * @returns the backup's folder
 * @throws BackupUnusable; RestoreRefused; SecretsUnreadable
 */
export async function restoreToNewDirectory(
  installation: string,
  saved: string,
  choice: Omit<BackupChoice, 'backups'>,
): Promise<string> {
  const content = await readdir(installation).catch(() => []);
  if (content.length > 0)
    throw new RestoreRefused(
      `${installation} is not empty. Set CLOVER_DATA_DIR to an empty directory, or restore in place without --from.`,
    );
  const secrets = join(saved, 'secrets.json');
  if (!(await exists(secrets)))
    throw new RestoreRefused(
      `${saved} has no secrets.json. Without it, everyone is signed out and vendor keys can't be decrypted. Copy it from the former data directory of ${brand}.`,
    );
  await loadSecrets(secrets);
  const backup = await usableBackup({ ...choice, backups: join(saved, 'backups') });
  const folder = `${installation}.restoring`;
  await copyBackup(backup.folder, join(folder, 'database'));
  await copyObjects(backup, join(folder, 'objects'));
  await copyFile(secrets, join(folder, 'secrets.json'));
  if (await exists(installation)) await rmdir(installation);
  await rename(folder, installation);
  return backup.folder;
}
