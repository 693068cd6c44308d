import { keepLast } from './keep-last.ts';

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Keys by id. The first one seals; the others open what was sealed before a rotation. */
export type KeyRing = ReadonlyMap<string, Key>;

/** What a vendor's key belongs to. Sealed in, so that a ciphertext copied to another row or origin does not open. */
export interface Binding {
  readonly vendorId: string;
  /** Origin of the vendor's endpoint, e.g. `https://api.example.com`. */
  readonly origin: string;
}

/** The key ring or a sealed key cannot be used. Says why without showing either. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
}

const version = 'v1';
const algorithm = 'AES-GCM';
/** Bytes, as NIST SP 800-38D recommends for random nonces. */
const nonceLength = 12;
const keyLength = 32;

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

const associatedData = ({ vendorId, origin }: Binding, keyId: string) =>
  new TextEncoder().encode(JSON.stringify([version, keyId, vendorId, origin]));

async function importKeyRing(text: string): Promise<KeyRing> {
  const entries = text.split(',').map(async (entry): Promise<[string, Key]> => {
    const [, id, encoded] = /^\s*([\w-]{1,32}):([A-Za-z0-9+/]+={0,2})\s*$/.exec(entry) ?? [];
    if (id === undefined || encoded === undefined)
      throw new EnvelopeError('An encryption key is not "id:base64"');
    let bytes;
    try {
      bytes = fromBase64(encoded);
    } catch {
      throw new EnvelopeError('An encryption key is not base64');
    }
    if (bytes.byteLength !== keyLength) throw new EnvelopeError('An encryption key does not have 32 bytes');
    return [id, await crypto.subtle.importKey('raw', bytes, algorithm, false, ['encrypt', 'decrypt'])];
  });
  return new Map(await Promise.all(entries));
}

/** Reads a ring as `CLOVER_ENCRYPTION_KEYS` holds it: `id:base64,id2:base64`, each key of 32 bytes. */
export const readKeyRing = keepLast(importKeyRing);

/** Seals a secret under the ring's first key with a random nonce: `v1.keyId.nonce.ciphertext`. */
export async function seal(ring: KeyRing, secret: string, binding: Binding): Promise<string> {
  const [first] = ring;
  if (!first) throw new EnvelopeError('There is no encryption key');
  const [keyId, key] = first;
  const iv = crypto.getRandomValues(new Uint8Array(nonceLength));
  const additionalData = associatedData(binding, keyId);
  const plain = new TextEncoder().encode(secret);
  const sealed = await crypto.subtle.encrypt({ name: algorithm, iv, additionalData }, key, plain);
  return [version, keyId, toBase64(iv), toBase64(new Uint8Array(sealed))].join('.');
}

/** Opens what `seal` made for the same binding. Throws EnvelopeError when anything was changed, or the key is gone. */
export async function open(ring: KeyRing, envelope: string, binding: Binding): Promise<string> {
  const [tag, keyId = '', nonce = '', ciphertext = '', ...rest] = envelope.split('.');
  const key = ring.get(keyId);
  if (tag !== version || rest.length > 0 || !key)
    throw new EnvelopeError('No key of the ring opens this secret');
  try {
    const opened = await crypto.subtle.decrypt(
      { name: algorithm, iv: fromBase64(nonce), additionalData: associatedData(binding, keyId) },
      key,
      fromBase64(ciphertext),
    );
    return new TextDecoder().decode(opened);
  } catch {
    throw new EnvelopeError('The secret was changed or belongs to another vendor');
  }
}

/**
 * Seals the same secret again under the ring's first key; null when that is the key it is sealed under. Throws
 * EnvelopeError like `open`.
 */
export async function reseal(ring: KeyRing, envelope: string, binding: Binding): Promise<string | null> {
  const [, keyId] = envelope.split('.');
  const [first] = ring.keys();
  // Opened even then: that the key's id is current does not say that it is readable.
  const secret = await open(ring, envelope, binding);
  return keyId === first ? null : seal(ring, secret, binding);
}
