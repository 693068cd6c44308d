import { encodeBase64Url } from '../domain/encoding.ts';
import type { Key, KeyPair } from './crypto-key.ts';
import type { Context } from './context.ts';
import { decryptBytes, encryptBytes, importPublicKey } from './envelope.ts';
import { deriveStatement, digestOfStatement } from './turn-off-statement.ts';
import { VerificationError } from './verification-error.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The keys of an account as the service stores them. */
export interface StoredKeys {
  readonly keyVersion: number;
  /** Base64url of the 32 bytes. */
  readonly publicKey: string;
  /** PKCS #8, encrypted under the account key. */
  readonly privateKey: string;
}

/** An unlocked account, in memory. */
export interface Vault {
  readonly accountId: string;
  readonly keyVersion: number;
  /** Encrypts chat keys and texts outside chats. Can't be exported. */
  readonly accountKey: Key;
  /** The private key can't be exported. */
  readonly pair: KeyPair;
  /** Base64url of the public key, which matches the private key. */
  readonly publicKey: string;
  /** PKCS #8, encrypted under the account key. */
  readonly privateKey: string;
  /** The digest of the only statement that proves that this encrypted history was turned off. */
  readonly turnOffDigest: string;
}

export const importKey = (bytes: Bytes): Promise<Key> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);

export const randomKey = (): Bytes => crypto.getRandomValues(new Uint8Array(32));

const privateKeyContext = (accountId: string, keyVersion: number): Context => ({
  kind: 'private-key',
  accountId,
  keyVersion,
});

/** @returns `rawKey`: the account key. Keep it only until the unlock methods have encrypted it. */
export async function createAccountKeys(
  accountId: string,
  keyVersion = 1,
): Promise<{ rawKey: Bytes; stored: StoredKeys; vault: Vault }> {
  const rawKey = randomKey();
  const pair = await crypto.subtle.generateKey('X25519', true, ['deriveBits']);
  if (!('privateKey' in pair)) throw new TypeError('X25519 creates a key pair');
  const privateKey = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const accountKey = await importKey(rawKey);
  const stored: StoredKeys = {
    keyVersion,
    publicKey: encodeBase64Url(publicKey),
    privateKey: await encryptBytes(accountKey, privateKeyContext(accountId, keyVersion), privateKey),
  };
  return { rawKey, stored, vault: await openVault(accountId, accountKey, stored) };
}

/**
 * @param accountKey from `importKey`, or as this device has stored it
 * @throws VerificationError also if the public key doesn't match the private one, because its owner could then read
 *   everything that is encrypted to it
 */
export async function openVault(accountId: string, accountKey: Key, stored: StoredKeys): Promise<Vault> {
  const context = privateKeyContext(accountId, stored.keyVersion);
  const bytes = await decryptBytes(accountKey, context, stored.privateKey);
  const statement = await deriveStatement(bytes, accountId, stored.publicKey);
  const exportable = await crypto.subtle.importKey('pkcs8', bytes, 'X25519', true, ['deriveBits']);
  const { x } = await crypto.subtle.exportKey('jwk', exportable);
  const publicKey = await importPublicKey(stored.publicKey);
  if (!publicKey || x !== stored.publicKey) throw new VerificationError(context, 'wrong');
  const privateKey = await crypto.subtle.importKey('pkcs8', bytes, 'X25519', false, ['deriveBits']);
  return {
    accountId,
    keyVersion: stored.keyVersion,
    accountKey,
    pair: { privateKey, publicKey },
    publicKey: stored.publicKey,
    privateKey: stored.privateKey,
    turnOffDigest: await digestOfStatement(statement),
  };
}

/** Creates the statement that encrypted history is turned off. This requires the account key. */
export async function createTurnOffStatement(vault: Vault): Promise<string> {
  const { accountId, accountKey, keyVersion, privateKey, publicKey } = vault;
  const bytes = await decryptBytes(accountKey, privateKeyContext(accountId, keyVersion), privateKey);
  return deriveStatement(bytes, accountId, publicKey);
}

const chatKeyContext = ({ accountId }: Vault, chatId: string): Context => ({
  kind: 'chat-key',
  accountId,
  chatId,
});

/** @returns the key, and its envelope, which is stored with the chat */
export async function createChatKey(vault: Vault, chatId: string): Promise<{ key: Key; envelope: string }> {
  const bytes = randomKey();
  return {
    key: await importKey(bytes),
    envelope: await encryptBytes(vault.accountKey, chatKeyContext(vault, chatId), bytes),
  };
}

/** @throws VerificationError */
export async function openChatKey(vault: Vault, chatId: string, envelope: string): Promise<Key> {
  const context = chatKeyContext(vault, chatId);
  const bytes = await decryptBytes(vault.accountKey, context, envelope);
  if (bytes.length !== 32) throw new VerificationError(context, 'damaged');
  return importKey(bytes);
}
