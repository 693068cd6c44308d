import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { log } from '../log.ts';
import { isBackupName } from './backups.ts';

/**
 * The backup that the next start of the embedded service restores. It is stored, so that an interrupted restore is
 * repeated.
 */
export interface RestoreRequest {
  /** @throws Error if the name could not be written */
  readonly save: (name: string) => void;
  readonly read: () => string | null;
  readonly clear: () => void;
}

export function openRestoreRequest(directory: string): RestoreRequest {
  const file = join(directory, 'restore-requested');
  return {
    save: (name) => writeFileSync(file, name, { mode: 0o600 }),
    read() {
      try {
        const name = readFileSync(file, 'utf8');
        return isBackupName(name) ? name : null;
      } catch {
        return null;
      }
    },
    clear() {
      try {
        rmSync(file, { force: true });
      } catch {
        log('restore.not-cleared');
      }
    },
  };
}
