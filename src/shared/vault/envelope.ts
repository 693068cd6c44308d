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

/** One key, or several of which the first is the current one. The others are from before the keys were changed. */
export type OneOrMore<Type> = Type | readonly Type[];

/** The keys that may decrypt a record. */
export interface DecryptionKeys {
  /** The chat's key or the account's. */
  readonly key: OneOrMore<Key>;
  /** The account's key pair, to which the gateway and the main process encrypt. */
  readonly pair: OneOrMore<KeyPair>;
}

/** Tries the keys one after the other. Throws the failure of the last one. */
async function withEach<Type, Result>(
  keys: OneOrMore<Type>,
  decrypt: (key: Type) => Promise<Result>,
): Promise<Result> {
  let failure: unknown;
  for (const key of Array.isArray(keys) ? (keys as readonly Type[]) : [keys as Type])
    try {
      // The next key is rarely needed.
      // oxlint-disable-next-line no-await-in-loop
      return await decrypt(key);
    } catch (error) {
      failure = error;
    }
  throw failure;
}

/** Returns whether the text looks like an envelope of any version. A user's own text may look like one, too. */
export const isEncrypted = (text: string): boolean => /^enc\d+\./.test(text);

/** Returns whether the text has the format of an envelope. The database has the same check. */
export const isEnvelope = (text: string): boolean => /^enc1\.([kp]\.[\w-]{38,}|c\.[\w.,:-]*)$/.test(text);

/** Returns the length of an envelope to the public key for a text of this many bytes. */
export const envelopeLength = (bytes: number): number =>
  publicPrefix.length + Math.ceil(((publicKeyLength + bytes + tagLength) * 4) / 3);

/** Returns the number of text bytes in an envelope of this length under a symmetric key. */
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

/** Decodes an envelope. Null unless it has this prefix, enough bytes, and their only valid encoding. */
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

/** Returns the nonce, and the ciphertext with its tag. */
async function encryptParts(key: Key, context: Context, data: Bytes): Promise<readonly [Bytes, Bytes]> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
  return [nonce, new Uint8Array(await crypto.subtle.encrypt(gcm(nonce, context), key, data))];
}

async function decryptParts(keys: OneOrMore<Key>, context: Context, bytes: Bytes): Promise<Bytes> {
  const parameters = gcm(bytes.slice(0, nonceLength), context);
  const data = bytes.subarray(nonceLength);
  try {
    return new Uint8Array(await withEach(keys, (key) => crypto.subtle.decrypt(parameters, key, data)));
  } catch {
    throw new VerificationError(context, 'wrong');
  }
}

/** Encrypts under a chat's key, the account's key, or the key of an unlock method. */
export async function encryptBytes(key: Key, context: Context, data: Bytes): Promise<string> {
  return `${keyPrefix}${encodeBase64Url(joined(...(await encryptParts(key, context, data))))}`;
}

/** @throws VerificationError */
export async function decryptBytes(key: OneOrMore<Key>, context: Context, envelope: string): Promise<Bytes> {
  const bytes = readBytes(envelope, keyPrefix, nonceLength + tagLength);
  if (!bytes) throw new VerificationError(context, 'damaged');
  return decryptParts(key, context, bytes);
}

/** The number of bytes that encryption adds to a file. */
export const fileOverhead = keyPrefix.length + nonceLength + tagLength;

/** Encrypts a file under a chat's key or the account's key. The envelope is binary. */
export async function encryptFile(key: Key, context: Context, data: Bytes): Promise<Bytes> {
  return joined(ascii(keyPrefix), ...(await encryptParts(key, context, data)));
}

/** Returns an encrypted file without its prefix. */
function readFile(context: Context, envelope: Bytes, prefix: string, least: number): Bytes {
  const start = ascii(prefix);
  if (envelope.length < start.length + least || start.some((byte, index) => envelope[index] !== byte))
    throw new VerificationError(context, 'damaged');
  return envelope.subarray(start.length);
}

/** @throws VerificationError */
export const decryptFile = async (key: OneOrMore<Key>, context: Context, envelope: Bytes): Promise<Bytes> =>
  decryptParts(key, context, readFile(context, envelope, keyPrefix, nonceLength + tagLength));

async function decryptSealed(pairs: OneOrMore<KeyPair>, context: Context, bytes: Bytes): Promise<Uint8Array> {
  if (!isWrittenByService(context)) throw new VerificationError(context, 'wrong');
  const [secret, data] = [bytes.subarray(0, publicKeyLength), bytes.subarray(publicKeyLength)];
  try {
    return await withEach(pairs, (pair) =>
      suite.Open(pair, secret, data, { aad: associatedData(context), info }),
    );
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

/** Encrypts to the account's public key, for writers that must not be able to read stored texts. */
export async function encryptTo(publicKey: Key, context: Context, text: string): Promise<string> {
  const parts = await encryptPartsTo(publicKey, context, new TextEncoder().encode(text));
  return `${publicPrefix}${encodeBase64Url(joined(...parts))}`;
}

/** Encrypts a file to the account's public key. The envelope is binary. */
export const encryptFileTo = async (publicKey: Key, context: Context, data: Uint8Array): Promise<Bytes> =>
  joined(ascii(publicPrefix), ...(await encryptPartsTo(publicKey, context, data)));

/**
 * Decrypts a file that was encrypted to the account's public key.
 *
 * @throws VerificationError
 */
export async function decryptFileTo(
  pair: OneOrMore<KeyPair>,
  context: Context,
  envelope: Bytes,
): Promise<Bytes> {
  const bytes = readFile(context, envelope, publicPrefix, publicKeyLength + tagLength);
  return new Uint8Array(await decryptSealed(pair, context, bytes));
}

async function decryptSealedText(
  pair: OneOrMore<KeyPair>,
  context: Context,
  envelope: string,
): Promise<Uint8Array> {
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

/** Imports a public key from base64url of its 32 bytes. Null if the text is not a key. */
export async function importPublicKey(text: string): Promise<Key | null> {
  const bytes = readBytes(text, '', publicKeyLength);
  if (bytes?.length !== publicKeyLength) return null;
  return crypto.subtle.importKey('raw', bytes, 'X25519', true, []);
}
