import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clickMenu, expect, startOn, test } from './launch.ts';

test.use({ withService: false });

const readState = () => document.querySelector<HTMLMetaElement>('meta[name="clover-ui-state"]')?.content;

test('a torn settings file is moved aside; new settings apply at the next start, before the first paint; both windows open again, and a third start opens no more [CHAT-022, DESK-019]', async ({
  launch,
  userData,
}) => {
  const torn = '{"uiState":{"sidebar_state":"coll';
  await writeFile(join(userData, 'settings.json'), torn);
  const first = await launch();
  const aside = (await readdir(userData)).find((name) => name.startsWith('settings.json.unreadable-'));
  expect(await readFile(join(userData, aside ?? 'missing'), 'utf8')).toBe(torn);
  await first.page.evaluate(() => window.clover?.writeUiState({ key: 'sidebar_state', value: 'collapsed' }));
  await first.page.reload();
  const saved = { sidebar_state: 'collapsed' };
  expect(JSON.parse((await first.page.evaluate(readState)) ?? '')).toMatchObject(saved);
  const opening = first.app.waitForEvent('window');
  await clickMenu(first.app, 'New Window');
  await opening;
  await first.app.close();

  const file = await readFile(join(userData, 'settings.json'), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ uiState: saved });
  const { app, page } = await launch();
  expect(JSON.parse((await page.evaluate(readState)) ?? '')).toMatchObject(saved);
  const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  expect(await windows()).toBe(2);

  const isKnocked = app.evaluate(
    ({ app: running }) => new Promise((resolve) => running.once('second-instance', () => resolve(true))),
  );
  const root = join(import.meta.dirname, '..', '..');
  const electron = process.env['ELECTRON_OVERRIDE_DIST_PATH']
    ? join(process.env['ELECTRON_OVERRIDE_DIST_PATH'], 'electron')
    : (await readFile(join(root, 'node_modules/electron/path.txt'), 'utf8')).trim();
  const path = process.env['ELECTRON_OVERRIDE_DIST_PATH']
    ? electron
    : join(root, 'node_modules/electron/dist', electron);
  const { args, env } = startOn(userData);
  const second = spawn(path, ['--no-sandbox', ...args], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const code = new Promise((resolve) => second.once('exit', resolve));
  expect(await code).toBe(0);
  expect(await isKnocked).toBe(true);
  expect(await windows()).toBe(2);
});
