import type { DeviceCipher } from '../encrypted/device-cipher.ts';
import { OperationStore } from '../outbox/operation-store.ts';
import { ChatStore } from './chat-store.ts';

export const plainStores = { ChatStore, OperationStore };

/** The stores of accounts whose history is encrypted. Set before the engine of such an account is created. */
export const encryptedStores = new Map<string, typeof plainStores>();

/** The ciphers for these accounts' files on this device. */
export const deviceCiphers = new Map<string, DeviceCipher>();

export const storesOf = (userId: string): typeof plainStores => encryptedStores.get(userId) ?? plainStores;
