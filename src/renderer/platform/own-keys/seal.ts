import { type KeyBinding, nameOf } from './binding.ts';

/** A key as it lies in this browser's storage. */
export interface SealedKey {
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly text: ArrayBuffer;
}

/**
 * A wrapping key that this browser uses and exports to no script, not even to ours. The vendor key itself is therefore
 * nowhere in the database as text: not for a search through it, nor for a script that copies its rows to elsewhere.
 * It is no shield against whoever runs code in our page or has the whole profile of the browser, and the note in the
 * dialog does not say so.
 */
export const createWrappingKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

/** The binding is authenticated with the key: an entry moved under another name does not open. */
const parameters = (nonce: Uint8Array<ArrayBuffer>, binding: KeyBinding): AesGcmParams => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: new TextEncoder().encode(nameOf(binding)),
});

export async function seal(wrapping: CryptoKey, binding: KeyBinding, key: string): Promise<SealedKey> {
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const text = await crypto.subtle.encrypt(
    parameters(nonce, binding),
    wrapping,
    new TextEncoder().encode(key),
  );
  return { nonce, text };
}

/** Null when it does not open: another wrapping key, another binding, or damaged. */
export async function unseal(
  wrapping: CryptoKey,
  binding: KeyBinding,
  { nonce, text }: SealedKey,
): Promise<string | null> {
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(parameters(nonce, binding), wrapping, text));
  } catch {
    return null;
  }
}
