import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAccountKeys } from '../../../../../shared/vault/account-keys.ts';
import { fileDatabase } from '../../../../lib/account-database.ts';
import { createDeviceCipher, type DeviceCipher } from '../../encrypted/device-cipher.ts';
import { deviceCiphers } from '../../store/stores.ts';
import { FileDatabase } from './file-database.ts';

const secret = 'a secret in a file';
const parts = [{ number: 1, name: 'Sheet', text: secret }];
const content = { blob: new Blob([secret], { type: 'text/x-secret' }), text: secret, parts };

let user: string;
let cipher: DeviceCipher;
let files: FileDatabase;
const newCipher = async () => createDeviceCipher((await createAccountKeys(user)).vault);

beforeEach(async () => {
  user = crypto.randomUUID();
  cipher = await newCipher();
  files = new FileDatabase(user);
});
afterEach(() => {
  files.close();
  deviceCiphers.clear();
});

/** Returns everything that the browser stores. */
async function stored(): Promise<string> {
  const database = await openDB(fileDatabase(user));
  const rows = await Promise.all(['facts', 'contents', 'words'].map((name) => database.getAll(name)));
  database.close();
  return JSON.stringify(rows, (_, value: unknown) =>
    value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value,
  );
}
const readAll = async (path: string) => {
  const read = await files.read(path);
  return read && { ...read, blob: await read.blob?.text(), type: read.blob?.type };
};
const whole = { blob: secret, type: 'text/x-secret', text: secret, parts, isSent: false, isUploaded: false };

it('stores the bytes, the text, the parts and the type of a file encrypted', async () => {
  deviceCiphers.set(user, cipher);
  await files.write('a', content, false);
  expect(await stored()).not.toContain('secret');
  expect(await readAll('a')).toEqual(whole);
  expect(await files.readText('a')).toBe(secret);
  await files.write('a', { text: 'Another' }, false);
  expect(await readAll('a')).toEqual({ ...whole, text: 'Another' });
});

it('has no file that another key encrypted, or that was moved to another path', async () => {
  deviceCiphers.set(user, cipher);
  await files.write('a', content, false);
  const database = await openDB(fileDatabase(user));
  for (const name of ['facts', 'contents', 'words'])
    await database.put(name, { ...(await database.get(name, 'a')), path: 'b' });
  database.close();
  expect([await readAll('b'), await files.readText('b')]).toEqual([null, null]);
  deviceCiphers.set(user, await newCipher());
  expect([await readAll('a'), await files.readText('a')]).toEqual([null, null]);
  deviceCiphers.clear();
  expect([await readAll('a'), await files.readText('a')]).toEqual([null, null]);
});

it.each([
  ['on', () => void deviceCiphers.set(user, cipher), () => {}],
  ['off', () => deviceCiphers.clear(), () => void deviceCiphers.set(user, cipher)],
])(
  'keeps an uploaded file without a message when encrypted history is turned %s',
  async (_, turn, prepare) => {
    prepare();
    await files.write('a', content, false);
    await files.markUploaded('a');
    await files.write('a', { text: secret }, false);
    expect(await readAll('a')).toEqual({ ...whole, isUploaded: true });
    await files.changeCipher(turn);
    // Its object was uploaded in the other form (plain or encrypted).
    expect(await readAll('a')).toEqual(whole);
  },
);

it('encrypts unsent files when encrypted history is turned on, decrypts them when it is turned off', async () => {
  await files.write('a', content, false);
  await files.write('sent', content, true);
  await files.changeCipher(() => void deviceCiphers.set(user, cipher));
  expect(await stored()).not.toContain('secret');
  expect([await readAll('a'), await readAll('sent')]).toEqual([whole, null]);
  await files.changeCipher(() => deviceCiphers.clear());
  expect(await stored()).toContain('secret');
  expect(await readAll('a')).toEqual(whole);
});
