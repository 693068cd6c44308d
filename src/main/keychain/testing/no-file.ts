import type { EncryptedKeys } from '../encrypted-keys.ts';

/** A system that can't encrypt. */
export const noFile: EncryptedKeys = {
  isAvailable: () => false,
  names: () => [],
  get: () => null,
  set: () => false,
  delete: () => true,
};
