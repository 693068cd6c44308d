import { encrypted, encryptedDeviceKey, readStored } from './storage.ts';

/** Whether this device stores the account's texts encrypted, also if its history no longer is. */
export const isEncryptedDevice = (userId: string): boolean =>
  encrypted.storage?.account === userId || readStored(encryptedDeviceKey(userId)) !== null;
