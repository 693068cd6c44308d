import type { EncryptedKeys } from '../encrypted-keys.ts';

export const noEncryption: EncryptedKeys = {
  isAvailable: () => false,
  names: () => [],
  get: () => null,
  set: () => false,
  delete: () => true,
};
