import { encodeBase64Url } from '../domain/encoding.ts';
import type { Key, KeyPair } from './crypto-key.ts';
import type { Context } from './context.ts';
import { decryptBytes, encryptBytes, importPublicKey } from './envelope.ts';
import { bytesOf, encryptPastKeys, openPastKeys, type PastKeys } from './past-keys.ts';
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
  /** The keys from before they were changed, encrypted under the account key. Null for the first keys. */
  readonly pastKeys: string | null;
}

/** An unlocked account, in memory. Its earlier keys only decrypt. */
export interface Vault extends StoredKeys {
  readonly accountId: string;
  /** Encrypts chat keys and texts outside chats. Can't be exported. */
  readonly accountKey: Key;
  /** The account key and the earlier ones, newest first. */
  readonly accountKeys: readonly Key[];
  /** The private key can't be exported. */
  readonly pair: KeyPair;
  /** The key pair and the earlier ones, newest first. */
  readonly pairs: readonly KeyPair[];
  /** The earlier public keys, base64url. */
  readonly pastPublicKeys: readonly string[];
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
  past: readonly PastKeys[] = [],
): Promise<{ rawKey: Bytes; stored: StoredKeys; vault: Vault }> {
  const keyVersion = past.length + 1;
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
    pastKeys: await encryptPastKeys(accountKey, accountId, keyVersion, past),
  };
  return { rawKey, stored, vault: await openVault(accountId, accountKey, stored) };
}

/**
 * Creates the keys that replace those of an account. The earlier ones are kept with them, because replies and texts
 * stay encrypted under them.
 *
 * @param rawKey the current account key
 * @throws VerificationError
 */
export async function createNextKeys(
  accountId: string,
  rawKey: Bytes,
  { keyVersion, privateKey, pastKeys }: StoredKeys,
): ReturnType<typeof createAccountKeys> {
  const accountKey = await importKey(rawKey);
  const pkcs8 = await decryptBytes(accountKey, privateKeyContext(accountId, keyVersion), privateKey);
  const current = { keyVersion, accountKey: encodeBase64Url(rawKey), privateKey: encodeBase64Url(pkcs8) };
  const past = await openPastKeys(accountKey, accountId, keyVersion, pastKeys);
  return createAccountKeys(accountId, [current, ...past]);
}

const importPrivateKey = (bytes: Bytes, isExportable = false): Promise<Key> =>
  crypto.subtle.importKey('pkcs8', bytes, 'X25519', isExportable, ['deriveBits']);

async function publicKeyOf(privateKey: Bytes): Promise<string> {
  const { x = '' } = await crypto.subtle.exportKey('jwk', await importPrivateKey(privateKey, true));
  return x;
}

async function importPair(privateKey: Bytes): Promise<{ publicKey: string; pair: KeyPair }> {
  const publicKey = await publicKeyOf(privateKey);
  const imported = await importPublicKey(publicKey);
  if (!imported) throw new TypeError('A private key has a public key');
  return { publicKey, pair: { publicKey: imported, privateKey: await importPrivateKey(privateKey) } };
}

/**
 * @param accountKey from `importKey`, or as this device has stored it
 * @throws VerificationError also if the public key doesn't match the private one, because its owner could then read
 *   everything that is encrypted to it
 */
export async function openVault(accountId: string, accountKey: Key, stored: StoredKeys): Promise<Vault> {
  const { keyVersion, publicKey, privateKey, pastKeys } = stored;
  const context = privateKeyContext(accountId, keyVersion);
  const bytes = await decryptBytes(accountKey, context, privateKey);
  const { pair, publicKey: matching } = await importPair(bytes);
  if (matching !== publicKey) throw new VerificationError(context, 'wrong');
  const statement = await deriveStatement(bytes, accountId, publicKey);
  const past = await Promise.all(
    (await openPastKeys(accountKey, accountId, keyVersion, pastKeys)).map(async (keys) => {
      const earlier = bytesOf(accountId, keys);
      return { key: await importKey(earlier.accountKey), ...(await importPair(earlier.privateKey)) };
    }),
  );
  return {
    accountId,
    keyVersion,
    accountKey,
    accountKeys: [accountKey, ...past.map(({ key }) => key)],
    pair,
    pairs: [pair, ...past.map((earlier) => earlier.pair)],
    publicKey,
    pastPublicKeys: past.map((earlier) => earlier.publicKey),
    privateKey,
    pastKeys,
    turnOffDigest: await digestOfStatement(statement),
  };
}

/**
 * Creates the statements that encrypted history is turned off, the newest first. This requires the account key. Devices
 * that don't know yet that the keys were changed check the statement of the earlier ones.
 */
export async function createTurnOffStatements(vault: Vault): Promise<string[]> {
  const { accountId, accountKey, keyVersion, privateKey, pastKeys } = vault;
  const current = await decryptBytes(accountKey, privateKeyContext(accountId, keyVersion), privateKey);
  const past = await openPastKeys(accountKey, accountId, keyVersion, pastKeys);
  const all = [current, ...past.map((keys) => bytesOf(accountId, keys).privateKey)];
  return Promise.all(all.map(async (bytes) => deriveStatement(bytes, accountId, await publicKeyOf(bytes))));
}

const chatKeyContext = ({ accountId }: Vault, chatId: string): Context => ({
  kind: 'chat-key',
  accountId,
  chatId,
});

/** The key of a chat. */
export interface ChatKey {
  readonly key: Key;
  /** The key and the earlier ones, newest first, which only decrypt. */
  readonly keys: readonly Key[];
  /** Their envelope, which is stored with the chat. */
  readonly envelope: string;
  /** Whether it is encrypted under an earlier account key. It must be renewed before a text is added to the chat. */
  readonly isOutdated: boolean;
}

const keyLength = 32;

async function encryptChatKeys(vault: Vault, chatId: string, bytes: Bytes): Promise<ChatKey> {
  const envelope = await encryptBytes(vault.accountKey, chatKeyContext(vault, chatId), bytes);
  return { ...(await importChatKeys(bytes)), envelope, isOutdated: false };
}

async function importChatKeys(bytes: Bytes): Promise<Pick<ChatKey, 'key' | 'keys'>> {
  const starts = Array.from({ length: bytes.length / keyLength }, (_, index) => index * keyLength);
  const keys = await Promise.all(starts.map((start) => importKey(bytes.slice(start, start + keyLength))));
  const [key] = keys;
  if (!key) throw new TypeError('A chat has a key');
  return { key, keys };
}

export const createChatKey = (vault: Vault, chatId: string): Promise<ChatKey> =>
  encryptChatKeys(vault, chatId, randomKey());

/** @throws VerificationError */
async function decryptChatKeys(vault: Vault, chatId: string, envelope: string) {
  const context = chatKeyContext(vault, chatId);
  const earlier = vault.accountKeys.slice(1);
  const opened = await decryptBytes(vault.accountKey, context, envelope)
    .then((bytes) => ({ bytes, isOutdated: false }))
    .catch(async (error: unknown) => {
      if (earlier.length === 0) throw error;
      return { bytes: await decryptBytes(earlier, context, envelope), isOutdated: true };
    });
  const { length } = opened.bytes;
  if (length === 0 || length % keyLength !== 0) throw new VerificationError(context, 'damaged');
  return opened;
}

/** @throws VerificationError */
export async function openChatKey(vault: Vault, chatId: string, envelope: string): Promise<ChatKey> {
  const { bytes, isOutdated } = await decryptChatKeys(vault, chatId, envelope);
  return { ...(await importChatKeys(bytes)), envelope, isOutdated };
}

/**
 * Creates a new key for a chat, which keeps the earlier ones for its existing texts. Null if the account's keys have not
 * changed since the chat got its key.
 *
 * @throws VerificationError
 */
export async function renewChatKey(vault: Vault, chatId: string, envelope: string): Promise<ChatKey | null> {
  const { bytes, isOutdated } = await decryptChatKeys(vault, chatId, envelope);
  if (!isOutdated) return null;
  const renewed = new Uint8Array(keyLength + bytes.length);
  renewed.set(randomKey());
  renewed.set(bytes, keyLength);
  return encryptChatKeys(vault, chatId, renewed);
}
