import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ChatPage } from '../support/chat-page.ts';
import { clickMenu, expect, test, waitForServiceEnd } from './launch.ts';

// Starts the app three times, and the first start creates a database.
test.describe.configure({ timeout: 300_000 });

test('a backup is restored from the menu: a deleted chat returns, a newer one is kept aside, and the log names no text @long', async ({
  launch,
  userData,
}) => {
  const first = await launch();
  const before = new ChatPage(first.page);
  await before.send('The message of the backup.');
  await expect(before.message('This is a demonstration.')).toBeVisible();
  await before.replyEnds();
  await first.app.close();
  await waitForServiceEnd(userData);
  // Quitting makes a backup. Without one, the menu would only report that there is none.
  const backups = await readdir(join(userData, 'service', 'backups'));
  expect(backups.filter((name) => name.startsWith('20'))).toHaveLength(1);

  const second = await launch();
  const chat = new ChatPage(second.page);
  const deleted = await chat.entry(/The message of the backup/);
  await second.page.getByRole('button', { name: /^Options for The message of the backup/ }).click();
  await second.page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(deleted).toBeHidden();
  await chat.send('A message after the backup.');
  await expect(chat.message('This is a demonstration.')).toBeVisible();
  await chat.replyEnds();
  await second.app.evaluate(({ dialog }) => {
    // The newest backup is the first button.
    dialog.showMessageBox = (async () => ({ response: 0, checkboxChecked: false })) as never;
  });
  const closed = second.app.waitForEvent('close', { timeout: 120_000 });
  await clickMenu(second.app, 'Restore a Backup…');
  await closed;

  const third = await launch();
  const restored = new ChatPage(third.page);
  const returned = await restored.entry(/The message of the backup/);
  await expect(returned).toBeVisible();
  await expect(await restored.entry(/A message after the backup/)).toHaveCount(0);
  await returned.click();
  // The demo's reply repeats the message.
  await expect(restored.message('The message of the backup.')).toHaveCount(2);
  const folders = await readdir(join(userData, 'service'));
  expect(folders.filter((name) => name.startsWith('database.damaged-'))).toHaveLength(1);
  const log = await readFile(join(userData, 'logs', 'main.log'), 'utf8');
  expect(log).toContain('"event":"restore.requested"');
  expect(log).toContain('"event":"restored"');
  expect(log).not.toContain('message of the backup');
});
