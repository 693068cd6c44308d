import { mkdir, rename, rm } from 'node:fs/promises';
import { copyDirectory, newestBackup, syncCopy } from './backup.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { setAside, unfinishedMark } from './data-directory.ts';

export interface Restored {
  /** The backup that is in place now. */
  readonly backup: string;
  /** Where the damaged directory lies now. */
  readonly setAside: string;
}

/**
 * Puts the newest backup in the place of a damaged data directory, which is set aside and kept.
 *
 * @throws DataDirectoryLocked while a process works on the directory; Error when there is no backup.
 */
export async function restoreNewestBackup(dataDir: string, backups: string): Promise<Restored> {
  const release = await lockDataDirectory(dataDir);
  try {
    const backup = await newestBackup(backups);
    if (backup === undefined) throw new Error(`There is no backup in ${backups}.`);
    const copy = `${dataDir}.restoring`;
    // What a restore that was cut short left behind.
    await rm(copy, { recursive: true, force: true });
    await syncCopy(copy, await copyDirectory(backup, copy));
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
