import { copyFile, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { brand } from '../../shared/brand.ts';
import { loadSecrets } from '../secrets.ts';
import { copyDirectory, newestBackup, syncCopy } from './backup.ts';
import { BackupUnusable, checkBackup, manifestName } from './backup-manifest.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { postgresVersion, restoringFolder, setAside, unfinishedMark } from './data-directory.ts';
import { exists } from './files.ts';

/** A restore that did not take place. Nothing was changed; the message says what to do. */
class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

export interface BackupChoice {
  readonly backups: string;
  /** Name of one of them, the newest by default. */
  readonly name?: string | undefined;
  /** Versions of the known migrations. */
  readonly schemas: ReadonlySet<string>;
}

export interface Restored {
  readonly backup: string;
  /** The new path of the damaged directory. */
  readonly setAside: string;
}

/** The chosen backup, complete and readable. Throws BackupUnusable, which names the next older one if there is one. */
async function usableBackup({ backups, name, schemas }: BackupChoice): Promise<string> {
  const backup = name === undefined ? await newestBackup(backups) : join(backups, basename(name));
  if (backup === undefined || !(await exists(backup)))
    throw new RestoreRefused(`There is no backup${name === undefined ? '' : ` ${name}`} in ${backups}.`);
  try {
    await checkBackup(backup, { postgres: postgresVersion, schemas });
  } catch (error) {
    const older = await newestBackup(backups, basename(backup));
    if (!(error instanceof BackupUnusable) || older === undefined) throw error;
    throw new BackupUnusable(
      `${error.message} For the one before it: npm run restore -- --backup ${basename(older)}`,
      { cause: error },
    );
  }
  return backup;
}

/** Copies a backup to a folder, and deletes incomplete copies. */
async function copyBackup(backup: string, folder: string): Promise<void> {
  // Left by an interrupted restore.
  await rm(folder, { recursive: true, force: true });
  try {
    const tree = await copyDirectory(backup, folder);
    await rm(join(folder, manifestName));
    await syncCopy(folder, { ...tree, files: tree.files.filter((file) => file !== manifestName) });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    throw new RestoreRefused(
      `The disk of ${dirname(folder)} is full. Nothing was changed. Free some space and run this again.`,
      { cause: error },
    );
  }
}

/**
 * Replaces a damaged database by a backup. The damaged directory is renamed.
 *
 * @throws DataDirectoryLocked while a process uses the directory; BackupUnusable; RestoreRefused
 */
export async function restoreBackup(dataDir: string, choice: BackupChoice): Promise<Restored> {
  const release = await lockDataDirectory(dataDir);
  try {
    const backup = await usableBackup(choice);
    const copy = restoringFolder(dataDir);
    await copyBackup(backup, copy);
    // The operator may have deleted it already.
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const damaged = await setAside(dataDir, 'damaged');
    await rename(copy, dataDir);
    // Left by an interrupted first start. The next start would take the backup for an unfinished database.
    await rm(unfinishedMark(dataDir), { force: true });
    return { backup, setAside: damaged };
  } finally {
    await release();
  }
}

/**
 * Creates an installation in an empty directory from the `backups` and the `secrets.json` of another.
 *
 * @param installation the new data directory, which is empty or does not exist yet
 * @param saved folder with `backups` and `secrets.json`
 * @returns the backup's folder
 * @throws BackupUnusable; RestoreRefused; SecretsUnreadable
 */
export async function restoreElsewhere(
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
  await copyBackup(backup, join(folder, 'database'));
  await copyFile(secrets, join(folder, 'secrets.json'));
  if (await exists(installation)) await rmdir(installation);
  await rename(folder, installation);
  return backup;
}
