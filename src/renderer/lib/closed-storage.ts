import {
  encrypted,
  encryptedDeviceKey,
  type EncryptedStorage,
  readStored,
  type StorageKey,
  writeStored,
} from './storage.ts';

/** True if the key's value contains texts of the account. */
export const isTextKey = (userId: string, key: string): boolean =>
  /^clover-(draft|shared-draft|operation|unrequested|failures|instructions):/.test(key) &&
  key.includes(`:${userId}`);

const textsInMemory = new Map<StorageKey, string>();

/** Keeps the texts of an encrypted account only in memory until this page has opened the account's storage. */
export const closedStorage: EncryptedStorage = {
  account: '',
  read: () => undefined,
  write: (key, value) => {
    textsInMemory.delete(key);
    const { account } = encrypted;
    if (value === null || account === null || !isTextKey(account, key)) return false;
    if (readStored(encryptedDeviceKey(account)) === null) return false;
    textsInMemory.set(key, value);
    return true;
  },
};

/** Stores an account's texts that were written before its storage was opened, or while it was closed. */
export function storeTextsInMemory(userId: string): void {
  const texts = [...textsInMemory].filter(([key]) => isTextKey(userId, key));
  for (const [key, text] of texts) {
    textsInMemory.delete(key);
    writeStored(key, text);
  }
}
