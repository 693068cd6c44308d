import { decodeBase64, encodeBase64 } from '../../../src/shared/domain/encoding.ts';
import { memoizeLast } from './memoize-last.ts';

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Encryption keys by id. The first one encrypts, all of them decrypt. */
export type KeyRing = ReadonlyMap<string, Key>;

/**
 * Binds a vendor key to its vendor and origin. Both are authenticated, so an envelope copied to another row or origin
 * can't be decrypted.
 */
export interface EnvelopeBinding {
  readonly vendorId: string;
  /** Origin of the vendor's endpoint, e.g. `https://api.example.com`. */
  readonly origin: string;
}

/** Thrown if the key ring or an envelope can't be used. The message contains neither of them. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
}

const version = 'v1';
const algorithm = 'AES-GCM';
/** Bytes of a random nonce, as NIST SP 800-38D recommends. */
const nonceLength = 12;
const keyLength = 32;

const associatedData = ({ vendorId, origin }: EnvelopeBinding, keyId: string) =>
  new TextEncoder().encode(JSON.stringify([version, keyId, vendorId, origin]));

async function importKeyRing(text: string): Promise<KeyRing> {
  const entries = text.split(',').map(async (entry): Promise<[string, Key]> => {
    const [, id, encoded] = /^\s*([\w-]{1,32}):([A-Za-z0-9+/]+={0,2})\s*$/.exec(entry) ?? [];
    if (id === undefined || encoded === undefined)
      throw new EnvelopeError('An encryption key is not "id:base64"');
    let bytes;
    try {
      bytes = decodeBase64(encoded);
    } catch {
      throw new EnvelopeError('An encryption key is not base64');
    }
    if (bytes.byteLength !== keyLength) throw new EnvelopeError('An encryption key does not have 32 bytes');
    return [id, await crypto.subtle.importKey('raw', bytes, algorithm, false, ['encrypt', 'decrypt'])];
  });
  return new Map(await Promise.all(entries));
}

/** Reads a key ring in the format of `CLOVER_ENCRYPTION_KEYS`: `id:base64,id2:base64`, each key of 32 bytes. */
export const readKeyRing = memoizeLast(importKeyRing);

/** Encrypts a vendor key under the ring's first key with a random nonce: `v1.keyId.nonce.ciphertext`. */
export async function encryptKey(
  ring: KeyRing,
  vendorKey: string,
  binding: EnvelopeBinding,
): Promise<string> {
  const [first] = ring;
  if (!first) throw new EnvelopeError('There is no encryption key');
  const [keyId, key] = first;
  const iv = crypto.getRandomValues(new Uint8Array(nonceLength));
  const additionalData = associatedData(binding, keyId);
  const plain = new TextEncoder().encode(vendorKey);
  const encrypted = await crypto.subtle.encrypt({ name: algorithm, iv, additionalData }, key, plain);
  return [version, keyId, encodeBase64(iv), encodeBase64(new Uint8Array(encrypted))].join('.');
}

/**
 * Decrypts an envelope that was made for the same binding. Throws EnvelopeError if anything was changed or the key is
 * missing.
 */
export async function decryptKey(ring: KeyRing, envelope: string, binding: EnvelopeBinding): Promise<string> {
  const [tag, keyId = '', nonce = '', ciphertext = '', ...rest] = envelope.split('.');
  const key = ring.get(keyId);
  if (tag !== version || rest.length > 0 || !key)
    throw new EnvelopeError('No key of the ring decrypts this envelope');
  try {
    const decrypted = await crypto.subtle.decrypt(
      { name: algorithm, iv: decodeBase64(nonce), additionalData: associatedData(binding, keyId) },
      key,
      decodeBase64(ciphertext),
    );
    return new TextDecoder().decode(decrypted);
  } catch {
    throw new EnvelopeError('The envelope was changed or belongs to another vendor');
  }
}

/**
 * Re-encrypts a vendor key under the ring's first key. Returns null if it already uses that key. Throws EnvelopeError
 * like `decryptKey`.
 */
export async function reencryptKey(
  ring: KeyRing,
  envelope: string,
  binding: EnvelopeBinding,
): Promise<string | null> {
  const [, keyId] = envelope.split('.');
  const [first] = ring.keys();
  // Always decrypted, because a current key id doesn't prove that the envelope can be decrypted.
  const vendorKey = await decryptKey(ring, envelope, binding);
  return keyId === first ? null : encryptKey(ring, vendorKey, binding);
}
