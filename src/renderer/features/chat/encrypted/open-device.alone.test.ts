import { openDB } from 'idb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAccountKeys, createNextKeys, type Vault } from '../../../../shared/vault/account-keys.ts';
import { deleteAccountDatabase, libraryDatabase } from '../../../lib/account-database.ts';
import { closedStorage } from '../../../lib/closed-storage.ts';
import { readCachedResponse, writeCachedResponse } from '../../../lib/library-cache.ts';
import { isEncryptedDevice } from '../../../lib/encrypted-device.ts';
import {
  encrypted,
  encryptedDeviceKey,
  instructionsKey,
  isDeviceEnvelope,
  writeStored,
} from '../../../lib/storage.ts';
import { operationKeys, storedDraftsOf } from '../../../lib/unsent.ts';
import { currentVault, isKept, lockVault, unlockVault } from '../../../lib/vault/vault.ts';
import { FileDatabase } from '../attachments/device/file-database.ts';
import type { Chat } from '../chat.ts';
import type { Operation } from '../outbox/operation.ts';
import { AccountDatabase } from '../store/database.ts';
import { deviceCiphers, encryptedStores, plainStores, storesOf } from '../store/stores.ts';
import { createDeviceCipher } from './device-cipher.ts';
import { openEncryptedStorage } from './encrypted-storage.ts';
import { closeDevice, openDevice } from './open-device.ts';
import { createEncryptedStores } from './stores.ts';

let userId: string;
let database: AccountDatabase;

beforeEach(() => {
  userId = crypto.randomUUID();
  database = new AccountDatabase(userId, () => {});
});
afterEach(async () => {
  await lockVault();
  database.close();
  Object.assign(encrypted, { account: null, storage: null, copies: null });
  encryptedStores.clear();
  await deleteAccountDatabase(userId);
  localStorage.clear();
});

async function unlock(isRemembered = false) {
  const { vault, stored } = await createAccountKeys(userId);
  await unlockVault(userId, vault.accountKey, stored, isRemembered);
  return currentVault()!;
}
const rename = (title: string): Operation => ({
  id: crypto.randomUUID(),
  createdAt: 1,
  chatId: crypto.randomUUID(),
  kind: 'rename',
  title,
});
const chat: Chat = {
  id: crypto.randomUUID(),
  title: 'About clover',
  projectId: null,
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
  pinnedAt: null,
  archivedAt: null,
  model: null,
  parameters: null,
};
const operations = () => new (storesOf(userId).OperationStore)(userId, database);

it('stores drafts and unsent messages as plain text again after encrypted history was turned off', async () => {
  await openDevice(await unlock());
  expect(isEncryptedDevice(userId)).toBe(true);
  storedDraftsOf(userId).write('new', 'A draft');
  const sent = rename('Renamed');
  await operations().add(sent);
  await closeDevice(userId);
  expect(isEncryptedDevice(userId)).toBe(false);
  expect(storesOf(userId)).toBe(plainStores);
  expect(localStorage.getItem(`clover-draft:${userId}:new`)).toBe('A draft');
  expect(await operations().list()).toEqual([sent]);
});

it('does so with the stored key if this page has not opened the chats', async () => {
  const vault = await unlock(true);
  // Stored by an earlier page.
  const cipher = createDeviceCipher(vault);
  const storage = await openEncryptedStorage(userId, cipher);
  storage.write(`clover-draft:${userId}:new`, 'A draft');
  const unsaved = rename('Not in the database yet');
  storage.write(operationKeys.of(userId, unsaved.id), JSON.stringify(unsaved));
  await storage.settled();
  storage.close();
  const sent = rename('Renamed');
  const earlier = createEncryptedStores(cipher);
  await new earlier.OperationStore(userId, database).add(sent);
  await new earlier.ChatStore(database).writeCopy('encrypted', true);
  expect(storedDraftsOf(userId).read('new')).toBe('');

  await closeDevice(userId);
  expect(storedDraftsOf(userId).read('new')).toBe('A draft');
  expect(operations().unsaved()).toEqual([unsaved]);
  expect(await operations().list()).toContainEqual(sent);
  expect(await isKept(userId)).toBe(false);
});

it('keeps the lists of the library encrypted, and readable while the account is unlocked', async () => {
  const facts = [{ content: 'I drink clover tea.' }];
  const stored = async () => {
    const library = await openDB(libraryDatabase(userId));
    const rows = library.objectStoreNames.contains('responses') ? await library.getAll('responses') : [];
    library.close();
    return JSON.stringify(rows);
  };
  encrypted.account = userId;
  await writeCachedResponse(userId, 'memories', facts);
  expect(await readCachedResponse(userId, 'memories')).toBeUndefined();
  await openDevice(await unlock());
  await writeCachedResponse(userId, 'memories', facts);
  expect(await readCachedResponse(userId, 'memories')).toEqual(facts);
  expect(await stored()).toMatch(/enc1/);
  expect(await stored()).not.toContain('clover tea');
  await closeDevice(userId);
  encrypted.account = null;
  expect(await readCachedResponse(userId, 'memories')).toBeUndefined();
  await writeCachedResponse(userId, 'memories', facts);
  expect(await readCachedResponse(userId, 'memories')).toEqual(facts);
});

it('hides texts whose key is gone, and deletes no draft', async () => {
  const cipher = createDeviceCipher(await unlock());
  const stores = createEncryptedStores(cipher);
  await new stores.ChatStore(database).putChats([chat]);
  await new stores.OperationStore(userId, database).add(rename('Renamed'));
  const storage = await openEncryptedStorage(userId, cipher);
  storage.write(`clover-draft:${userId}:new`, 'A draft');
  await storage.settled();
  storage.close();
  await lockVault();
  const stored = localStorage.getItem(`clover-draft:${userId}:new`);
  await closeDevice(userId);
  expect(storedDraftsOf(userId).read('new')).toBe('');
  expect(localStorage.getItem(`clover-draft:${userId}:new`)).toBe(stored);
  expect(await new plainStores.ChatStore(database).readChats()).toEqual([]);
  expect(await operations().list()).toEqual([]);
});

it('never stores texts as plain text before this page opens the device, and loses none', async () => {
  const vault = await unlock();
  const other = crypto.randomUUID();
  Object.assign(encrypted, { account: other, storage: closedStorage });
  writeStored(encryptedDeviceKey(other), '1');
  storedDraftsOf(other).write('new', "Another account's draft");
  encrypted.account = userId;
  writeStored(encryptedDeviceKey(userId), '1');
  storedDraftsOf(userId).write('new', 'A draft');
  storedDraftsOf(userId).write('other', 'Deleted');
  storedDraftsOf(userId).write('other', '');
  writeStored(instructionsKey(userId), 'Instructions');
  expect(localStorage.getItem(`clover-draft:${userId}:new`)).toBeNull();
  expect(localStorage.getItem(instructionsKey(userId))).toBeNull();
  await openDevice(vault);
  expect(storedDraftsOf(userId).read('new')).toBe('A draft');
  expect(storedDraftsOf(userId).read('other')).toBe('');
  expect(isDeviceEnvelope(localStorage.getItem(`clover-draft:${userId}:new`))).toBe(true);
  expect(isDeviceEnvelope(localStorage.getItem(instructionsKey(userId)))).toBe(true);
  expect(localStorage.getItem(`clover-draft:${other}:new`)).toBeNull();
});

it('stores another account as plain text, and the first one encrypted until the page is closed', async () => {
  const first = userId;
  await openDevice(await unlock());
  const other = crypto.randomUUID();
  expect(storesOf(other)).toBe(plainStores);
  expect(isEncryptedDevice(other)).toBe(false);
  await lockVault();
  // The page still shows its chats until it is reloaded.
  expect(storesOf(first)).not.toBe(plainStores);
  storedDraftsOf(first).write('new', 'Typed while it locks');
  storedDraftsOf(other).write('new', 'Plain');
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('Typed while it locks');
  expect(localStorage.getItem(`clover-draft:${other}:new`)).toBe('Plain');
});

it('uses the new keys of an account that turned it off and on again', async () => {
  await openDevice(await unlock());
  const before = storesOf(userId);
  await closeDevice(userId);
  await lockVault();
  const vault = await unlock();
  await openDevice(vault);
  expect(storesOf(userId)).not.toBe(before);
  const sent = rename('Renamed');
  await operations().add(sent);
  const reloaded = createEncryptedStores(createDeviceCipher(vault));
  expect(await new reloaded.OperationStore(userId, database).list()).toEqual([sent]);
});

it('after the keys were changed, reads what is stored and encrypts under the new ones, without a reload', async () => {
  const first = await createAccountKeys(userId);
  await unlockVault(userId, first.vault.accountKey, first.stored, false);
  await openDevice(currentVault()!);
  const key = `clover-draft:${userId}:new` as const;
  const storedWith = async (vault: Vault, text: string) => {
    const cipher = createDeviceCipher({ ...vault, accountKeys: [vault.accountKey] });
    await vi.waitFor(async () =>
      expect(await cipher.decrypt('local-storage', key, localStorage.getItem(key))).toBe(text),
    );
  };
  storedDraftsOf(userId).write('new', 'A draft');
  await storedWith(first.vault, 'A draft');
  const waiting = rename('A waiting change');
  await new (encryptedStores.get(userId)!.OperationStore)(userId, database).add(waiting);
  await lockVault();

  const next = await createNextKeys(userId, first.rawKey, first.stored);
  await unlockVault(userId, next.vault.accountKey, next.stored, false);
  await openDevice(currentVault()!);
  expect(storedDraftsOf(userId).read('new')).toBe('A draft');
  const operations = new (encryptedStores.get(userId)!.OperationStore)(userId, database);
  expect(await operations.list()).toEqual([waiting]);
  storedDraftsOf(userId).write('new', 'Changed');
  await storedWith(next.vault, 'Changed');
});

it('encrypts files that another tab has stored as plain text meanwhile', async () => {
  const vault = await unlock();
  await openDevice(vault);
  // The other tab has no cipher yet.
  const cipher = deviceCiphers.get(userId)!;
  deviceCiphers.delete(userId);
  const files = new FileDatabase(userId);
  const secret = { blob: new Blob(['a secret']), text: 'a secret' };
  await files.write('unsent', secret, false);
  await files.write('sent', secret, true);
  await openDevice({ ...vault });
  deviceCiphers.delete(userId);
  expect([await files.read('unsent'), await files.read('sent')]).toEqual([null, null]);
  deviceCiphers.set(userId, cipher);
  expect(await files.readText('unsent')).toBe('a secret');
  expect(await (await files.read('unsent'))?.blob?.text()).toBe('a secret');
  expect((await files.read('unsent'))?.isSent).toBe(false);
  files.close();
});
