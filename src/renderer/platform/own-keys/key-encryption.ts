import { type KeyBinding, bindingName } from './binding.ts';

export interface EncryptedKey {
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly text: ArrayBuffer;
}

/**
 * Creates a wrapping key, which scripts can use but not export. Vendor keys are therefore never stored as plain text,
 * and copied rows are useless. It does not protect against code running in our page or access to the browser profile,
 * and the dialog does not promise that.
 */
export const createWrappingKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

/** The binding is authenticated, so an entry can't be moved to another name. */
const parameters = (nonce: Uint8Array<ArrayBuffer>, binding: KeyBinding): AesGcmParams => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: new TextEncoder().encode(bindingName(binding)),
});

export async function encryptKey(
  wrapping: CryptoKey,
  binding: KeyBinding,
  key: string,
): Promise<EncryptedKey> {
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const text = await crypto.subtle.encrypt(
    parameters(nonce, binding),
    wrapping,
    new TextEncoder().encode(key),
  );
  return { nonce, text };
}

/** Returns null if decryption fails: another wrapping key, another binding, or damage. */
export async function decryptKey(
  wrapping: CryptoKey,
  binding: KeyBinding,
  { nonce, text }: EncryptedKey,
): Promise<string | null> {
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(parameters(nonce, binding), wrapping, text));
  } catch {
    return null;
  }
}
