import { join } from 'node:path';
import { BackupUnusable } from '../database/backup-manifest.ts';
import { readMigrations } from '../database/migrate.ts';
import { restoreBackup } from '../database/restore.ts';
import type { Log } from '../log.ts';

/**
 * Restores the backup that the owner chose in the app, before the database is opened.
 *
 * @returns a message for the owner if the backup was not restored
 */
export async function restoreChosenBackup(
  dataDir: string,
  name: string,
  migrations: string,
  log: Log,
): Promise<string | null> {
  try {
    const schemas = new Set((await readMigrations(migrations)).map(({ version }) => version));
    await restoreBackup(join(dataDir, 'database'), { backups: join(dataDir, 'backups'), name, schemas });
    log('restored', { name });
    return null;
  } catch (error) {
    // The outer message names a command that the owner does not have.
    const shown =
      error instanceof BackupUnusable && error.cause instanceof BackupUnusable ? error.cause : error;
    log('restore.failed', { name, error: shown instanceof Error ? shown.name : typeof shown });
    return shown instanceof Error ? shown.message : String(shown);
  }
}
