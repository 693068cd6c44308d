import { chatMemories } from '../../../../shared/encrypted-history/chat-memory.ts';
import type { Vault } from '../../../../shared/vault/account-keys.ts';
import { libraryDatabase, searchDatabase } from '../../../lib/account-database.ts';
import { closedStorage, storeTextsInMemory } from '../../../lib/closed-storage.ts';
import { encrypted, encryptedDeviceKey, writeStored } from '../../../lib/storage.ts';
import { forgetDeviceKey } from '../../../lib/vault/device-key.ts';
import { forgetPin } from '../../../lib/vault/pin.ts';
import { restoreVault } from '../../../lib/vault/vault.ts';
import { FileDatabase } from '../attachments/device/file-database.ts';
import { disposeChatEngine } from '../engine.ts';
import { AccountDatabase } from '../store/database.ts';
import { deviceCiphers, encryptedStores, plainStores } from '../store/stores.ts';
import { createChatMemory } from './chat-memory.ts';
import { createDeviceCipher } from './device-cipher.ts';
import { openEncryptedStorage, type OpenedStorage } from './encrypted-storage.ts';
import { createEncryptedStores } from './stores.ts';

/** The name of an entry in the chat database. It exists if that database is encrypted. */
const marker = 'encrypted';
/** The same for the file database, which later versions of the app started to encrypt. */
const filesMarker = 'encrypted-files';

interface OpenedDevice {
  readonly vault: Vault;
  readonly storage: OpenedStorage;
  readonly stores: typeof plainStores;
}

let opened: OpenedDevice | null = null;
/** Opening and closing run one after the other. */
let last: Promise<unknown> = Promise.resolve();

function inOrder(act: () => Promise<void>): Promise<void> {
  const acting = last.then(act);
  last = acting.catch(() => {});
  return acting;
}

async function withDatabase<Result>(
  accountId: string,
  act: (database: AccountDatabase) => Promise<Result>,
): Promise<Result> {
  const database = new AccountDatabase(accountId, () => {});
  try {
    return await act(database);
  } finally {
    database.close();
  }
}

async function withFiles(accountId: string, act: (files: FileDatabase) => Promise<void>): Promise<void> {
  const files = new FileDatabase(accountId);
  try {
    await act(files);
  } finally {
    files.close();
  }
}

/**
 * Encrypts what this device has stored for the account, and everything that it stores later. Chats that were stored as
 * plain text are deleted, because the service has them.
 */
export const openDevice = (vault: Vault): Promise<void> => inOrder(async () => void (await open(vault)));

async function open(vault: Vault): Promise<OpenedDevice> {
  // Each unlock creates a new vault. The account or its keys may have changed.
  if (opened?.vault === vault) return opened;
  opened?.storage.close();
  // The engine may still have plain stores, from before encryption was turned on. Disposing it saves its drafts.
  disposeChatEngine();
  const { accountId } = vault;
  const cipher = createDeviceCipher(vault);
  writeStored(encryptedDeviceKey(accountId), '1');
  const storage = await openEncryptedStorage(accountId, cipher);
  const stores = createEncryptedStores(cipher);
  encryptedStores.set(accountId, stores);
  await withDatabase(accountId, async (database) => {
    const chats = new stores.ChatStore(database);
    const useCipher = () => void deviceCiphers.set(accountId, cipher);
    if ((await chats.readCopy(filesMarker)) === true) {
      useCipher();
      await withFiles(accountId, (files) => files.encryptPlainFiles());
    } else {
      await withFiles(accountId, (files) => files.changeCipher(useCipher));
      await chats.writeCopy(filesMarker, true);
    }
    if ((await chats.readCopy(marker)) === true) return;
    await chats.clear();
    await chats.writeCopy(filesMarker, true);
    const operations = new stores.OperationStore(accountId, database);
    for (const operation of (await operations.list()) ?? []) await operations.replace(operation);
    indexedDB.deleteDatabase(libraryDatabase(accountId));
    await chats.writeCopy(marker, true);
  });
  chatMemories.set(
    accountId,
    createChatMemory({
      readCopy: (name) =>
        withDatabase(accountId, (database) => new stores.ChatStore(database).readCopy(name)),
      writeCopy: (name, value) =>
        withDatabase(accountId, (database) => new stores.ChatStore(database).writeCopy(name, value)),
    }),
  );
  encrypted.storage = storage;
  encrypted.copies = {
    account: accountId,
    encrypt: (name, value) => cipher.encrypt('library', name, value),
    decrypt: (name, envelope) => cipher.decrypt('library', name, envelope),
  };
  storeTextsInMemory(accountId);
  opened = { vault, storage, stores };
  return opened;
}

/**
 * Makes this device store plain texts again, after encrypted history was turned off. Drafts and unsent messages are
 * decrypted, unless this device no longer has a key.
 */
export const closeDevice = (accountId: string): Promise<void> => inOrder(() => close(accountId));

async function close(accountId: string): Promise<void> {
  const vault = await restoreVault(accountId);
  const device = opened?.vault.accountId === accountId ? opened : vault && (await open(vault));
  if (device) await decryptDevice(accountId, device);
  // The service has the chats. Without the key, the device would show their titles as envelopes.
  await withDatabase(accountId, (database) => new plainStores.ChatStore(database).clear());
  indexedDB.deleteDatabase(searchDatabase(accountId));
  await forgetDeviceKey(accountId).catch(() => {});
  forgetPin(accountId);
  writeStored(encryptedDeviceKey(accountId), null);
  storeTextsInMemory(accountId);
}

async function decryptDevice(accountId: string, { storage, stores }: OpenedDevice): Promise<void> {
  disposeChatEngine();
  encryptedStores.delete(accountId);
  chatMemories.delete(accountId);
  encrypted.storage = closedStorage;
  encrypted.copies = null;
  storage.close();
  storage.restore();
  opened = null;
  await withFiles(accountId, (files) => files.changeCipher(() => void deviceCiphers.delete(accountId)));
  await withDatabase(accountId, async (database) => {
    const operations = (await new stores.OperationStore(accountId, database).list()) ?? [];
    const plain = new plainStores.OperationStore(accountId, database);
    for (const operation of operations) await plain.replace(operation);
  });
}
