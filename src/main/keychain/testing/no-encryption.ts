import type { EncryptedKeys } from '../encrypted-keys.ts';

/** A system without encryption. */
export const noEncryption: EncryptedKeys = {
  isAvailable: () => false,
  names: () => [],
  get: () => null,
  set: () => false,
  delete: () => true,
};
