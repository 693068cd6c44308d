import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from './launch.ts';

test.use({ withService: false });
test.skip(process.env['CLOVER_KEYRING'] !== 'private', 'not run here: no private keyring');

const key = 'sk-clover-test-0123456789abcdef';
const user = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
const accessToken = `h.${Buffer.from(JSON.stringify({ sub: user })).toString('base64url')}.s`;
const reference = { accessToken, vendor: 'deepinfra', endpointOrigin: 'https://api.vendor.example' };

const lookUp = async (): Promise<string> => {
  const account = ['deepinfra', 'https://api.vendor.example', user, 'http://127.0.0.1:9']
    .map(encodeURIComponent)
    .join(' ');
  return (
    await promisify(execFile)('secret-tool', ['lookup', 'service', 'Clover', 'account', account]).catch(
      () => ({ stdout: '' }),
    )
  ).stdout;
};

/** Every file below a folder that holds the text, in either of the ways that Chromium writes text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const needles = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0))));
  return files.filter((_file, index) => needles.some((needle) => contents[index]?.includes(needle)));
}

test('a key lives in the keychain of the system, over restarts, until it is deleted [DESK-004, DESK-005]', async ({
  launch,
  userData,
}) => {
  const first = await launch();
  expect(await first.page.evaluate(() => window.clover?.describeVault())).toEqual({ state: 'available' });
  const kept = { ...reference, key, keepIn: 'keychain' as const };
  expect(await first.page.evaluate((input) => window.clover?.setKey(input), kept)).toEqual({
    keptIn: 'keychain',
  });
  expect(await lookUp()).toBe(key);

  const inPage = await first.page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      databases,
      document.documentElement.outerHTML,
    ]);
  });
  expect(inPage).not.toContain(key);
  await first.app.close();
  expect(await filesWith(userData, key)).toEqual([]);
  expect(first.output()).not.toContain(key);

  const second = await launch();
  const has = () => second.page.evaluate((input) => window.clover?.hasKey(input), reference);
  expect(await has()).toEqual({ keptIn: 'keychain', elsewhere: null });
  expect(await second.page.evaluate((input) => window.clover?.deleteKey(input), reference)).toEqual({
    deleted: true,
  });
  expect(await lookUp()).toBe('');
  expect(await has()).toEqual({ keptIn: null, elsewhere: null });
});

test('without a keychain a key is kept for the session only, and the page can tell', async ({
  launch,
  userData,
}) => {
  const closed = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
  const first = await launch(closed);
  expect(await first.page.evaluate(() => window.clover?.describeVault())).toEqual({ state: 'missing' });
  const set = (keepIn: 'keychain' | 'session') =>
    first.page.evaluate((input) => window.clover?.setKey(input), { ...reference, key, keepIn });
  expect(await set('keychain')).toEqual({ keptIn: null });
  expect(await set('session')).toEqual({ keptIn: 'session' });
  expect(await first.page.evaluate((input) => window.clover?.hasKey(input), reference)).toEqual({
    keptIn: 'session',
    elsewhere: null,
  });
  await first.app.close();
  expect(await filesWith(userData, key)).toEqual([]);

  const second = await launch(closed);
  expect(await second.page.evaluate((input) => window.clover?.hasKey(input), reference)).toEqual({
    keptIn: null,
    elsewhere: null,
  });
});
