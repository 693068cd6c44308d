import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_X25519_HKDF_SHA256 } from 'hpke';
import { decodeBase64Url, encodeBase64Url } from '../domain/encoding.ts';
import type { Key, KeyPair } from './crypto-key.ts';
import { associatedData, isWrittenByService, type Context } from './context.ts';
import { VerificationError } from './verification-error.ts';

// The format is documented in docs/encryption.md.

type Bytes = Uint8Array<ArrayBuffer>;

const keyPrefix = 'enc1.k.';
const publicPrefix = 'enc1.p.';
const nonceLength = 12;
const tagLength = 16;
const publicKeyLength = 32;

const suite = new CipherSuite(KEM_DHKEM_X25519_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM);
const info = new TextEncoder().encode('clover encrypted history 1');

/** What a record may be encrypted with. */
export interface DecryptionKeys {
  /** The chat's key, or the account's. */
  readonly key: Key;
  /** The account's key pair, to which the gateway and the main process encrypt. */
  readonly pair: KeyPair;
}

/** Whether the text is an envelope of any version, readable or not. A user's own text could be, too. */
export const isEncrypted = (text: string): boolean => /^enc\d+\./.test(text);

/** Whether the text has the complete form of an envelope, as the database checks it. */
export const isEnvelope = (text: string): boolean => /^enc1\.([kp]\.[\w-]{38,}|c\.[\w.,:-]*)$/.test(text);

/** The length of an envelope of that many bytes of text. */
export const envelopeLength = (bytes: number): number =>
  publicPrefix.length + Math.ceil(((publicKeyLength + bytes + tagLength) * 4) / 3);

/** The number of bytes of the text in an envelope of that length, under a key. */
export const textBytes = (length: number): number =>
  Math.floor(((length - keyPrefix.length) * 3) / 4) - nonceLength - tagLength;

const joined = (...parts: readonly Uint8Array[]): Bytes => {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const part of parts) {
    bytes.set(part, start);
    start += part.length;
  }
  return bytes;
};

const ascii = (text: string): Bytes => new TextEncoder().encode(text);

/** Null unless the envelope has this prefix and the only encoding of enough bytes. */
function readBytes(envelope: string, prefix: string, least: number): Bytes | null {
  if (!envelope.startsWith(prefix)) return null;
  const text = envelope.slice(prefix.length);
  const bytes = decodeBase64Url(text);
  return bytes && bytes.length >= least && encodeBase64Url(bytes) === text ? bytes : null;
}

const gcm = (iv: Bytes, context: Context) => ({
  name: 'AES-GCM',
  iv,
  additionalData: associatedData(context),
});

/** The nonce, the ciphertext and its tag. */
async function encryptParts(key: Key, context: Context, data: Bytes): Promise<readonly [Bytes, Bytes]> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
  return [nonce, new Uint8Array(await crypto.subtle.encrypt(gcm(nonce, context), key, data))];
}

async function decryptParts(key: Key, context: Context, bytes: Bytes): Promise<Bytes> {
  try {
    return new Uint8Array(
      await crypto.subtle.decrypt(
        gcm(bytes.slice(0, nonceLength), context),
        key,
        bytes.subarray(nonceLength),
      ),
    );
  } catch {
    throw new VerificationError(context, 'wrong');
  }
}

/** Encrypts under a chat's key, the account's key, or the key of an unlock method. */
export async function encryptBytes(key: Key, context: Context, data: Bytes): Promise<string> {
  return `${keyPrefix}${encodeBase64Url(joined(...(await encryptParts(key, context, data))))}`;
}

/** @throws VerificationError */
export async function decryptBytes(key: Key, context: Context, envelope: string): Promise<Bytes> {
  const bytes = readBytes(envelope, keyPrefix, nonceLength + tagLength);
  if (!bytes) throw new VerificationError(context, 'damaged');
  return decryptParts(key, context, bytes);
}

/** How much longer an encrypted file is. */
export const fileOverhead = keyPrefix.length + nonceLength + tagLength;

/** Encrypts a file under a chat's key, or the account's key. The envelope is not text. */
export async function encryptFile(key: Key, context: Context, data: Bytes): Promise<Bytes> {
  return joined(ascii(keyPrefix), ...(await encryptParts(key, context, data)));
}

/** What follows the prefix in an encrypted file. */
function readFile(context: Context, envelope: Bytes, prefix: string, least: number): Bytes {
  const start = ascii(prefix);
  if (envelope.length < start.length + least || start.some((byte, index) => envelope[index] !== byte))
    throw new VerificationError(context, 'damaged');
  return envelope.subarray(start.length);
}

/** @throws VerificationError */
export const decryptFile = async (key: Key, context: Context, envelope: Bytes): Promise<Bytes> =>
  decryptParts(key, context, readFile(context, envelope, keyPrefix, nonceLength + tagLength));

async function decryptSealed(pair: KeyPair, context: Context, bytes: Bytes): Promise<Uint8Array> {
  if (!isWrittenByService(context)) throw new VerificationError(context, 'wrong');
  try {
    return await suite.Open(pair, bytes.subarray(0, publicKeyLength), bytes.subarray(publicKeyLength), {
      aad: associatedData(context),
      info,
    });
  } catch {
    throw new VerificationError(context, 'wrong');
  }
}

export const encryptText = (key: Key, context: Context, text: string): Promise<string> =>
  encryptBytes(key, context, new TextEncoder().encode(text));

async function encryptPartsTo(publicKey: Key, context: Context, data: Uint8Array) {
  const { encapsulatedSecret, ciphertext } = await suite.Seal(publicKey, data, {
    aad: associatedData(context),
    info,
  });
  return [encapsulatedSecret, ciphertext] as const;
}

/** Encrypts to the account's public key, for writers that must not be able to read what is stored. */
export async function encryptTo(publicKey: Key, context: Context, text: string): Promise<string> {
  const parts = await encryptPartsTo(publicKey, context, new TextEncoder().encode(text));
  return `${publicPrefix}${encodeBase64Url(joined(...parts))}`;
}

/** Encrypts a file to the account's public key. The envelope is not text. */
export const encryptFileTo = async (publicKey: Key, context: Context, data: Uint8Array): Promise<Bytes> =>
  joined(ascii(publicPrefix), ...(await encryptPartsTo(publicKey, context, data)));

/**
 * Decrypts a file that was encrypted to the account's public key.
 *
 * @throws VerificationError
 */
export async function decryptFileTo(pair: KeyPair, context: Context, envelope: Bytes): Promise<Bytes> {
  const bytes = readFile(context, envelope, publicPrefix, publicKeyLength + tagLength);
  return new Uint8Array(await decryptSealed(pair, context, bytes));
}

async function decryptSealedText(pair: KeyPair, context: Context, envelope: string): Promise<Uint8Array> {
  const bytes = readBytes(envelope, publicPrefix, publicKeyLength + tagLength);
  if (!bytes) throw new VerificationError(context, 'damaged');
  return decryptSealed(pair, context, bytes);
}

/**
 * Decrypts both forms of envelope.
 *
 * @throws VerificationError
 */
export async function decryptText(
  { key, pair }: DecryptionKeys,
  context: Context,
  envelope: string,
): Promise<string> {
  const bytes = envelope.startsWith(publicPrefix)
    ? await decryptSealedText(pair, context, envelope)
    : await decryptBytes(key, context, envelope);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new VerificationError(context, 'damaged');
  }
}

/** A public key as it is stored: base64url of its 32 bytes. Null if it is none. */
export async function importPublicKey(text: string): Promise<Key | null> {
  const bytes = readBytes(text, '', publicKeyLength);
  if (bytes?.length !== publicKeyLength) return null;
  return crypto.subtle.importKey('raw', bytes, 'X25519', true, []);
}
