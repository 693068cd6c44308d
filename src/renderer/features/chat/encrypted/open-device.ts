import type { Vault } from '../../../../shared/vault/account-keys.ts';
import { libraryDatabase, searchDatabase } from '../../../lib/account-database.ts';
import { encrypted } from '../../../lib/storage.ts';
import { disposeChatEngine } from '../engine.ts';
import { OperationStore } from '../outbox/operation-store.ts';
import { ChatStore } from '../store/chat-store.ts';
import { AccountDatabase } from '../store/database.ts';
import { stores as currentStores } from '../store/stores.ts';
import { createDeviceCipher } from './device-cipher.ts';
import { openEncryptedStorage, type OpenedStorage } from './encrypted-storage.ts';
import { createEncryptedStores } from './stores.ts';

/** The copy that says that the database of this device has been encrypted. */
const marker = 'encrypted';

let opened: { readonly accountId: string; readonly storage: OpenedStorage } | null = null;

/**
 * Encrypts what this device has stored for the account, and all that it stores from now on. Chats that were stored as
 * plain text are deleted, because the service has them.
 */
export async function openDevice(vault: Vault): Promise<void> {
  const { accountId } = vault;
  if (opened?.accountId === accountId) return;
  const cipher = createDeviceCipher(vault);
  const storage = await openEncryptedStorage(accountId, cipher);
  const stores = createEncryptedStores(cipher);
  // An engine with plain stores, from before encryption was turned on.
  disposeChatEngine();
  Object.assign(currentStores, stores);
  const database = new AccountDatabase(accountId, () => {});
  try {
    const chats = new stores.ChatStore(database);
    if ((await chats.readCopy(marker)) !== true) {
      await chats.clear();
      const operations = new stores.OperationStore(accountId, database);
      for (const operation of (await operations.list()) ?? []) await operations.replace(operation);
      indexedDB.deleteDatabase(libraryDatabase(accountId));
      await chats.writeCopy(marker, true);
    }
  } finally {
    database.close();
  }
  encrypted.storage = storage;
  opened = { accountId, storage };
}

/** Makes this device store plain texts again, after encrypted history was turned off. */
export async function closeDevice(): Promise<void> {
  const storage = opened?.storage;
  if (!opened || !storage) return;
  const { accountId } = opened;
  opened = null;
  disposeChatEngine();
  Object.assign(currentStores, { ChatStore, OperationStore });
  encrypted.storage = null;
  storage.restore();
  const database = new AccountDatabase(accountId, () => {});
  await new ChatStore(database).clear();
  database.close();
  indexedDB.deleteDatabase(searchDatabase(accountId));
}
