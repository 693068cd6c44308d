import { decodeBase64Url, encodeBase64Url } from '../domain/encoding.ts';
import type { ShareLink } from './share-link.ts';

/** The version of the format below. It is part of the encryption, so it can't be changed. */
const version = '1';
const nonceLength = 12;
const saltLength = 16;
/** OWASP's minimum for PBKDF2-HMAC-SHA-256. Fixed, so that an envelope can't require more work. */
const iterations = 600_000;
/** The service refuses longer envelopes. */
export const maxEnvelopeLength = 1_048_576;
/** The maximum size of the text in bytes. It is stored as base64, next to the other parts. */
export const maxTextBytes = Math.floor(((maxEnvelopeLength - 50) * 3) / 4) - 16;

/**
 * `damaged`: not an envelope of a known version. `password`: a password is needed. `wrong`: the key, the password or
 * the envelope is wrong; the encryption can't tell which.
 */
export type OpenFailure = 'damaged' | 'password' | 'wrong';

export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
  readonly reason: OpenFailure;
  constructor(reason: OpenFailure) {
    super(`The shared chat can't be decrypted: ${reason}`);
    this.reason = reason;
  }
}

const encoder = new TextEncoder();

async function stretch(password: string, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  // Keyboards encode accents in different ways.
  const material = await crypto.subtle.importKey(
    'raw',
    encoder.encode(password.normalize('NFKC')),
    'PBKDF2',
    false,
    ['deriveBits'],
  );
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    material,
    256,
  );
  return new Uint8Array(bits);
}

/** Derives the key from both the link and the password, if there is one. Then neither is enough alone. */
async function deriveKey(
  linkKey: Uint8Array<ArrayBuffer>,
  password: string | null,
  salt: Uint8Array<ArrayBuffer>,
) {
  const secret = password === null ? new Uint8Array() : await stretch(password, salt);
  const material = await crypto.subtle.importKey(
    'raw',
    new Uint8Array([...linkKey, ...secret]),
    'HKDF',
    false,
    ['deriveKey'],
  );
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: encoder.encode(`clover-share ${version}`) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

/** Authenticates the id, so that an envelope can't be stored under another link. */
const parameters = (iv: Uint8Array<ArrayBuffer>, id: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(`clover-share ${version} ${id}`),
});

/** Encrypts the text. Returns `version.nonce.salt.ciphertext`; the salt is empty without a password. */
export async function encryptEnvelope(
  text: string,
  { id, key }: ShareLink,
  password: string | null,
): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
  const salt = crypto.getRandomValues(new Uint8Array(password === null ? 0 : saltLength));
  const data = await crypto.subtle.encrypt(
    parameters(nonce, id),
    await deriveKey(key, password, salt),
    encoder.encode(text),
  );
  return [version, ...[nonce, salt, new Uint8Array(data)].map(encodeBase64Url)].join('.');
}

/**
 * Decrypts the text.
 *
 * @param password ignored if the envelope needs none
 * @throws EnvelopeError
 */
export async function decryptEnvelope(
  envelope: string,
  { id, key }: ShareLink,
  password: string | null,
): Promise<string> {
  const [given, ...parts] = envelope.split('.');
  const [nonce, salt, data] = parts.map(decodeBase64Url);
  if (given !== version || parts.length !== 3 || envelope.length > maxEnvelopeLength)
    throw new EnvelopeError('damaged');
  if (nonce?.length !== nonceLength || !salt || ![0, saltLength].includes(salt.length) || !data)
    throw new EnvelopeError('damaged');
  const isProtected = salt.length > 0;
  if (isProtected && password === null) throw new EnvelopeError('password');
  const derived = await deriveKey(key, isProtected ? password : null, salt);
  try {
    const text = await crypto.subtle.decrypt(parameters(nonce, id), derived, data);
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    throw new EnvelopeError('wrong');
  }
}
