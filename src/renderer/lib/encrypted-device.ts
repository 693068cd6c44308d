import { encrypted, type EncryptedDeviceKey, readStored } from './storage.ts';

/** Set while this device stores the account's texts encrypted. */
export const encryptedDeviceKey = (userId: string): EncryptedDeviceKey => `clover-encrypted:${userId}`;

/** Whether this device stores the account's texts encrypted, also if its history no longer is. */
export const isEncryptedDevice = (userId: string): boolean =>
  encrypted.storage?.account === userId || readStored(encryptedDeviceKey(userId)) !== null;

/**
 * Makes this device store an account's texts as plain text again, after encrypted history was turned off. The app sets
 * it, because that part of the chats is above this folder.
 */
export const encryptedDevice = { close: (_userId: string): Promise<void> => Promise.resolve() };
