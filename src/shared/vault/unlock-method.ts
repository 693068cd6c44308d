import { decodeBase64Url, encodeBase64Url } from '../domain/encoding.ts';
import type { Context, UnlockKind } from './context.ts';
import type { Key } from './crypto-key.ts';
import { decryptBytes, encryptBytes } from './envelope.ts';
import { VerificationError } from './verification-error.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface UnlockMethod {
  readonly id: string;
  readonly kind: UnlockKind;
  readonly keyVersion: number;
  /** Base64url of 32 random bytes. Also the input for a passkey's PRF, or the salt for a passphrase's Argon2id. */
  readonly salt: string;
  /** The account key, encrypted under a key derived from the method's secret. */
  readonly wrappedKey: string;
}

/** Thrown if the secret is wrong for this method. */
export class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError';
  readonly kind: UnlockKind;
  constructor(kind: UnlockKind) {
    super(`This ${kind} does not decrypt the account key`);
    this.kind = kind;
  }
}

const saltLength = 32;
const accountKeyLength = 32;

export const createSalt = (): string => encodeBase64Url(crypto.getRandomValues(new Uint8Array(saltLength)));

/** Decodes a salt. Null if it is invalid. */
export function readSalt(text: string): Bytes | null {
  const bytes = decodeBase64Url(text);
  return bytes?.length === saltLength ? bytes : null;
}

/**
 * Derives the key that encrypts the account key.
 *
 * @param secret 32 bytes: a passkey's PRF output, Argon2id of a passphrase, or the entropy of the recovery words
 */
async function deriveMethodKey(kind: UnlockKind, secret: Bytes, salt: Bytes): Promise<Key> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const info = new TextEncoder().encode(`clover unlock ${kind} 1`);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

const contextOf = (
  accountId: string,
  { id, kind, keyVersion }: Pick<UnlockMethod, 'id' | 'kind' | 'keyVersion'>,
): Context => ({ kind: 'unlock', accountId, methodId: id, method: kind, keyVersion });

/** @param rawKey the account key */
export async function wrapAccountKey(
  accountId: string,
  method: Omit<UnlockMethod, 'wrappedKey'>,
  secret: Bytes,
  rawKey: Bytes,
): Promise<UnlockMethod> {
  const context = contextOf(accountId, method);
  const salt = readSalt(method.salt);
  if (!salt) throw new VerificationError(context, 'damaged');
  const key = await deriveMethodKey(method.kind, secret, salt);
  return { ...method, wrappedKey: await encryptBytes(key, context, rawKey) };
}

/**
 * @returns the account key. Keep it only until it is imported.
 * @throws VerificationError if the stored method is damaged
 * @throws WrongSecretError
 */
export async function unwrapAccountKey(
  accountId: string,
  method: UnlockMethod,
  secret: Bytes,
): Promise<Bytes> {
  const context = contextOf(accountId, method);
  const salt = readSalt(method.salt);
  if (!salt) throw new VerificationError(context, 'damaged');
  const key = await deriveMethodKey(method.kind, secret, salt);
  try {
    const rawKey = await decryptBytes(key, context, method.wrappedKey);
    if (rawKey.length === accountKeyLength) return rawKey;
  } catch (error) {
    if (error instanceof VerificationError && error.reason === 'wrong')
      throw new WrongSecretError(method.kind);
    throw error;
  }
  throw new VerificationError(context, 'damaged');
}
