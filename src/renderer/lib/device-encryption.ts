import type { Vault } from '../../shared/vault/account-keys.ts';

/**
 * `open` makes this device store an account's texts encrypted, and reads those that it has. `close` makes it store them
 * as plain text again, after encrypted history was turned off. The app sets both, because that part of the chats is
 * above this folder.
 */
export const encryptedDevice = {
  open: (_vault: Vault): Promise<void> => Promise.resolve(),
  close: (_userId: string): Promise<void> => Promise.resolve(),
};
