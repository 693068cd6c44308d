import { copyFile, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { brand } from '../../shared/brand.ts';
import { loadSecrets } from '../secrets.ts';
import { copyDirectory, newestBackup, syncCopy } from './backup.ts';
import { BackupUnusable, checkBackup, manifestName } from './backup-manifest.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { postgresVersion, restoringPlace, setAside, unfinishedMark } from './data-directory.ts';
import { exists } from './files.ts';

/** A restore that was not begun, or not ended; nothing that was there is changed. The message says what to do. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

export interface BackupChoice {
  /** Folder of the backups. */
  readonly backups: string;
  /** Name of one of them, the newest unless told. */
  readonly name?: string | undefined;
  /** Versions of the migrations that this version of the product knows. */
  readonly schemas: ReadonlySet<string>;
}

export interface Restored {
  /** The backup that is in place now. */
  readonly backup: string;
  /** Where the damaged directory lies now. */
  readonly setAside: string;
}

/** The chosen backup, whole and readable. Throws BackupUnusable naming the next older one, where there is one. */
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

/** Copies a backup to `place`, which only a finished copy keeps. */
async function layDown(backup: string, place: string): Promise<void> {
  // What a restore that was cut short left behind.
  await rm(place, { recursive: true, force: true });
  try {
    const tree = await copyDirectory(backup, place);
    await rm(join(place, manifestName));
    await syncCopy(place, { ...tree, files: tree.files.filter((file) => file !== manifestName) });
  } catch (error) {
    await rm(place, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    throw new RestoreRefused(
      `The disk of ${dirname(place)} is full. Nothing was changed; make room and run this again.`,
      { cause: error },
    );
  }
}

/**
 * Puts a backup in the place of a damaged database, which is set aside and kept.
 *
 * @throws DataDirectoryLocked while a process works on the directory; BackupUnusable; RestoreRefused.
 */
export async function restoreBackup(dataDir: string, choice: BackupChoice): Promise<Restored> {
  const release = await lockDataDirectory(dataDir);
  try {
    const backup = await usableBackup(choice);
    const copy = restoringPlace(dataDir);
    await layDown(backup, copy);
    // Somebody may have deleted it already.
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const damaged = await setAside(dataDir, 'damaged');
    await rename(copy, dataDir);
    // Left by a first start that was cut short: the next start would put the backup aside as worthless.
    await rm(unfinishedMark(dataDir), { force: true });
    return { backup, setAside: damaged };
  } finally {
    await release();
  }
}

/**
 * Makes an installation in an empty directory from what was kept of another: its `backups` and its `secrets.json`.
 *
 * @param installation the new data directory, empty or not there yet
 * @param kept folder that holds `backups` and `secrets.json`
 * @returns the backup's folder
 * @throws BackupUnusable; RestoreRefused; SecretsUnreadable.
 */
export async function restoreElsewhere(
  installation: string,
  kept: string,
  choice: Omit<BackupChoice, 'backups'>,
): Promise<string> {
  const content = await readdir(installation).catch(() => []);
  if (content.length > 0)
    throw new RestoreRefused(
      `${installation} is not empty. Set CLOVER_DATA_DIR to an empty directory, or restore in place without --from.`,
    );
  const secrets = join(kept, 'secrets.json');
  if (!(await exists(secrets)))
    throw new RestoreRefused(
      `${kept} has no secrets.json, without which nobody stays signed in and no vendor's key opens. Copy it from the former data directory of ${brand}.`,
    );
  await loadSecrets(secrets);
  const backup = await usableBackup({ ...choice, backups: join(kept, 'backups') });
  const place = `${installation}.restoring`;
  await layDown(backup, join(place, 'database'));
  await copyFile(secrets, join(place, 'secrets.json'));
  if (await exists(installation)) await rmdir(installation);
  await rename(place, installation);
  return backup;
}
