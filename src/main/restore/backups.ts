import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Backup {
  readonly name: string;
  readonly madeAt: Date;
}

/** The service names backups by their time [src/service/database/backup.ts]. */
const backupName = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/;

export const isBackupName = (name: string): boolean => backupName.test(name);

/** Returns the complete backups of the embedded service, newest first. */
export function listBackups(serviceData: string): readonly Backup[] {
  const folder = join(serviceData, 'backups');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, day, hour, minute, second] = backupName.exec(name) ?? [];
      return day === undefined ? [] : [{ name, madeAt: new Date(`${day}T${hour}:${minute}:${second}`) }];
    })
    .toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}
