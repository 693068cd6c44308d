import type { Vault } from '../../../../shared/vault/account-keys.ts';
import type { Context } from '../../../../shared/vault/context.ts';
import {
  decryptFile,
  decryptText,
  encryptFile,
  encryptText,
  isEncrypted,
} from '../../../../shared/vault/envelope.ts';

/** Encrypts what an account stores on this device, so that the device's storage contains no text either. */
export interface DeviceCipher {
  readonly encrypt: (store: string, key: string, value: unknown) => Promise<string>;
  /** Resolves with undefined if this account did not store the value under this key. The service still has it. */
  readonly decrypt: (store: string, key: string, envelope: unknown) => Promise<unknown>;
  readonly encryptBytes: (store: string, key: string, bytes: ArrayBuffer) => Promise<ArrayBuffer>;
  /** Resolves with undefined in the same case as `decrypt`. */
  readonly decryptBytes: (store: string, key: string, bytes: ArrayBuffer) => Promise<ArrayBuffer | undefined>;
}

export function createDeviceCipher({ accountId, accountKey, accountKeys, pairs }: Vault): DeviceCipher {
  const contextOf = (store: string, key: string): Context => ({ kind: 'device', accountId, store, key });
  return {
    encrypt: (store, key, value) => encryptText(accountKey, contextOf(store, key), JSON.stringify(value)),
    decrypt: async (store, key, envelope) => {
      if (typeof envelope !== 'string' || !isEncrypted(envelope)) return undefined;
      try {
        return JSON.parse(
          await decryptText({ key: accountKeys, pair: pairs }, contextOf(store, key), envelope),
        );
      } catch {
        return undefined;
      }
    },
    encryptBytes: async (store, key, bytes) =>
      (await encryptFile(accountKey, contextOf(store, key), new Uint8Array(bytes))).buffer,
    decryptBytes: async (store, key, bytes) => {
      try {
        return (await decryptFile(accountKeys, contextOf(store, key), new Uint8Array(bytes))).buffer;
      } catch {
        return undefined;
      }
    },
  };
}
