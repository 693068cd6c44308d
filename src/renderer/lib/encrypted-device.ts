import { encrypted, encryptedDeviceKey, historyPinKey, readStored } from './storage.ts';

/** True if this device stores the account's texts encrypted, even if its history no longer is. */
export const isEncryptedDevice = (userId: string): boolean =>
  encrypted.storage?.account === userId || readStored(encryptedDeviceKey(userId)) !== null;

/** The key of the query for the account's keys and unlock methods. */
export const encryptionQueryKey = (userId: string) => ['account', 'encryption', userId] as const;

/**
 * True if this device has unlocked the account's encrypted history, and no device of the user has turned it off. The
 * service can't reset this.
 */
export const isPinned = (userId: string): boolean =>
  /^(new|on):/.test(readStored(historyPinKey(userId)) ?? '');
