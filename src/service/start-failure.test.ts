import { expect, it } from 'vitest';
import { DataDirectoryCorrupt } from './database/data-directory.ts';
import { SecretsUnreadable } from './secrets.ts';
import { messageForOperator, messageForOwner } from './start-failure.ts';

it('names commands to operators and the menu to the user of the desktop app', () => {
  const missing = new DataDirectoryCorrupt('/data', 'The database is missing.', '/backups/1', {
    commands: 'Or run: mv /backups /old',
  });
  expect(messageForOperator(missing)).toBe(
    'The database is missing. To restore a backup, run: npm run restore. Or run: mv /backups /old',
  );
  expect(messageForOwner(missing)).toBe(
    'The database is missing. Choose “Restore a Backup…” in the File menu.',
  );
});

it('explains to the desktop app how to restore the keys, without a command', () => {
  const lost = new SecretsUnreadable('Put your copy of secrets.json back.', { commands: 'npm run keys:new' });
  expect(messageForOperator(lost)).toBe('Put your copy of secrets.json back. npm run keys:new');
  expect(messageForOwner(lost)).toBe('Put your copy of secrets.json back. Then reopen the app.');
});

it('prints the stack of a bug for the operator only', () => {
  const bug = new TypeError('x is not a function');
  expect(messageForOperator(bug)).toContain('start-failure.test.ts');
  expect(messageForOwner(bug)).toBe('x is not a function');
});
