import { associatedData } from '../../../../../shared/vault/context.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const nonceLength = 12;

/** Where encrypted bytes are stored. They can't be decrypted anywhere else. */
export interface Place {
  readonly accountId: string;
  readonly key: string;
}

const gcm = (iv: Bytes, { accountId, key }: Place) => ({
  name: 'AES-GCM',
  iv,
  additionalData: associatedData({ kind: 'device', accountId, store: 'search', key }),
});

/** Doesn't use text envelopes, because they would make the bytes a third larger. */
export async function encryptJson(key: CryptoKey, place: Place, value: unknown): Promise<Bytes> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
  const data = new TextEncoder().encode(JSON.stringify(value));
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(gcm(nonce, place), key, data));
  const storedBytes = new Uint8Array(nonceLength + encrypted.length);
  storedBytes.set(nonce);
  storedBytes.set(encrypted, nonceLength);
  return storedBytes;
}

/** Rejects if the bytes are damaged, from another place, or encrypted with another key. */
export async function decryptJson(key: CryptoKey, place: Place, stored: Bytes): Promise<unknown> {
  const data = await crypto.subtle.decrypt(
    gcm(stored.slice(0, nonceLength), place),
    key,
    stored.subarray(nonceLength),
  );
  return JSON.parse(new TextDecoder().decode(data));
}
