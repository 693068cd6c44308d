// Messages for a failed start. Operators get commands, the desktop app's user gets menus.
import { DataDirectoryCorrupt } from './database/data-directory.ts';
import { DataFromNewerVersion } from './database/schema-history.ts';
import { SecretsUnreadable } from './secrets.ts';

/** Checks whether restoring a backup would help. */
const needsBackup = (error: Error): boolean =>
  error instanceof DataDirectoryCorrupt ? error.backup !== undefined : error instanceof DataFromNewerVersion;

/** Returns the message for the operator. Errors without a specific name are bugs, so it contains their stack trace. */
export function messageForOperator(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isNamed =
    error.name !== 'Error' && !(error instanceof TypeError) && !(error instanceof ReferenceError);
  const parts = [
    isNamed ? error.message : (error.stack ?? error.message),
    needsBackup(error) && 'To restore a backup, run: npm run restore.',
    (error instanceof DataDirectoryCorrupt || error instanceof SecretsUnreadable) && error.commands,
  ];
  return parts.filter(Boolean).join(' ');
}

/** Returns the message for the desktop app's user, who has no command line. */
export function messageForOwner(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (needsBackup(error)) return `${error.message} Choose “Restore a Backup…” in the File menu.`;
  if (error instanceof SecretsUnreadable) return `${error.message} Then reopen the app.`;
  return error.message;
}
