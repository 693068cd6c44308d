// What the service reports if it can't start: commands to operators, menus to the desktop app's user.
import { DataDirectoryCorrupt } from './database/data-directory.ts';
import { DataFromNewerVersion } from './database/schema-history.ts';
import { SecretsUnreadable } from './secrets.ts';

/** Whether the user can continue by restoring a backup. */
const needsBackup = (error: Error): boolean =>
  error instanceof DataDirectoryCorrupt ? error.backup !== undefined : error instanceof DataFromNewerVersion;

/**
 * Errors with a specific name have messages for the operator. Any other error is a bug, so its stack trace is printed.
 */
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

/** For the window of the desktop app, whose user has no command line. */
export function messageForOwner(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (needsBackup(error)) return `${error.message} Choose “Restore a Backup…” in the File menu.`;
  if (error instanceof SecretsUnreadable) return `${error.message} Then reopen the app.`;
  return error.message;
}
