import { findFilesWith } from '../support/find-files.ts';
import { expect, test } from './launch.ts';

test.use({ withService: false });
test.skip(process.env['CLOVER_KEYRING'] !== 'private', 'not run here: no private keyring');

const key = 'sk-clover-test-0123456789abcdef';
const user = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
const accessToken = `h.${Buffer.from(JSON.stringify({ sub: user })).toString('base64url')}.s`;
const reference = { accessToken, vendor: 'deepinfra', endpointOrigin: 'https://api.vendor.example' };

test('without a keychain a key is saved for the session only, and the page knows', async ({
  launch,
  userData,
}) => {
  const closed = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
  const first = await launch(closed);
  expect(await first.page.evaluate(() => window.clover?.describeVault())).toEqual({
    state: 'missing',
    canEncrypt: false,
  });
  const set = (keepIn: 'keychain' | 'encrypted' | 'session') =>
    first.page.evaluate((input) => window.clover?.setKey(input), { ...reference, key, keepIn });
  expect(await set('keychain')).toEqual({ keptIn: null });
  expect(await set('encrypted')).toEqual({ keptIn: null });
  expect(await set('session')).toEqual({ keptIn: 'session' });
  expect(await first.page.evaluate((input) => window.clover?.hasKey(input), reference)).toEqual({
    keptIn: 'session',
    elsewhere: null,
  });
  await first.app.close();
  // Chromium stores text as Latin-1 or UTF-16.
  expect(await findFilesWith(userData, key, Buffer.from(key, 'utf16le'))).toEqual([]);

  const second = await launch(closed);
  expect(await second.page.evaluate((input) => window.clover?.hasKey(input), reference)).toEqual({
    keptIn: null,
    elsewhere: null,
  });
});
