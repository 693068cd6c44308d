import { encrypted, encryptedDeviceKey, readStored } from './storage.ts';

/** True if this device stores the account's texts encrypted, even if its history no longer is. */
export const isEncryptedDevice = (userId: string): boolean =>
  encrypted.storage?.account === userId || readStored(encryptedDeviceKey(userId)) !== null;
