// Opens an encrypted export with the recovery words, without any code of the app, and prints the chats as JSON:
//   node scripts/open-export.mjs export.json < words.txt
// docs/encryption.md describes the format. Needs Node 24 and the packages for RFC 9180 and BIP-39.
import { readFileSync } from 'node:fs';
import { mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_X25519_HKDF_SHA256 } from 'hpke';

const { subtle } = globalThis.crypto;
const suite = new CipherSuite(KEM_DHKEM_X25519_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM);
const bytes = (text) => new Uint8Array(Buffer.from(text, 'base64url'));
const utf8 = (text) => new TextEncoder().encode(text);
const aad = (context) => utf8(JSON.stringify(['clover', 1, ...context]));
const aesKey = (raw) => subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);

/** Decrypts `enc1.k.`: nonce, ciphertext and tag, under a symmetric key. */
async function openByKey(key, envelope, context) {
  const data = bytes(envelope.replace(/^enc1\.k\./, ''));
  const iv = data.subarray(0, 12);
  const cipher = { name: 'AES-GCM', iv, additionalData: aad(context) };
  return new Uint8Array(await subtle.decrypt(cipher, key, data.subarray(12)));
}

/** Decrypts `enc1.p.`: encapsulated key, ciphertext and tag, to the account's public key. */
function openByPair(pair, envelope, context) {
  const data = bytes(envelope.replace(/^enc1\.p\./, ''));
  const info = utf8('clover encrypted history 1');
  return suite.Open(pair, data.subarray(0, 32), data.subarray(32), { aad: aad(context), info });
}

const { format, account, keys, words, chats } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
if (format !== 'clover-encrypted-export') throw new Error('This is not an encrypted export.');
const typed =
  readFileSync(0, 'utf8')
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];
const entropy = await subtle.importKey('raw', mnemonicToEntropy(typed.join(' '), wordlist), 'HKDF', false, [
  'deriveBits',
]);
const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: bytes(words.salt), info: utf8('clover unlock words 1') };
const methodKey = await aesKey(await subtle.deriveBits(hkdf, entropy, 256));
const unlock = ['unlock', account, words.id, 'words', words.key_version];
const accountKey = await aesKey(await openByKey(methodKey, words.wrapped_key, unlock));
const pkcs8 = await openByKey(accountKey, keys.private_key, ['private-key', account, keys.key_version]);
// The keys from before they were changed, which the newest account key encrypts.
const past = ['past-keys', account, keys.key_version];
const earlier = keys.past_keys
  ? JSON.parse(new TextDecoder().decode(await openByKey(accountKey, keys.past_keys, past)))
  : [];
const accountKeys = [accountKey, ...(await Promise.all(earlier.map((old) => aesKey(bytes(old.accountKey)))))];
const pairs = await Promise.all([pkcs8, ...earlier.map((old) => bytes(old.privateKey))].map(pairOf));

async function pairOf(data) {
  const { x } = await subtle.exportKey(
    'jwk',
    await subtle.importKey('pkcs8', data, 'X25519', true, ['deriveBits']),
  );
  return {
    privateKey: await subtle.importKey('pkcs8', data, 'X25519', false, ['deriveBits']),
    publicKey: await subtle.importKey('raw', bytes(x), 'X25519', true, []),
  };
}

/** Each text opens with one of the keys. */
const anyOf = (list, open) => Promise.any(list.map(async (key) => open(key)));

/** Decrypts a text. Only the gateway's texts may be encrypted to the public key, because anyone can do that. */
async function read(chatKeys, text, context, isWrittenByService = false) {
  if (!/^enc\d+\./.test(text ?? '')) return text && `[Not encrypted] ${text}`;
  const isByPair = isWrittenByService && text.startsWith('enc1.p.');
  const opened = isByPair
    ? anyOf(pairs, (pair) => openByPair(pair, text, context))
    : anyOf(chatKeys, (key) => openByKey(key, text, context));
  return new TextDecoder().decode(await opened.catch(() => utf8('[This text failed verification]')));
}

for (const { id, chat_key: envelope, title, messages } of chats) {
  const raw = await anyOf(accountKeys, (opener) => openByKey(opener, envelope, ['chat-key', account, id]));
  const starts = Array.from({ length: raw.length / 32 }, (_, index) => 32 * index);
  const chatKeys = await Promise.all(starts.map((start) => aesKey(raw.slice(start, start + 32))));
  console.log(JSON.stringify({ title: await read(chatKeys, title, ['title', account, id]) }));
  for (const { id: message, parent_id: parent, role, content, reasoning } of messages) {
    const context = ['message', account, id, message, parent, role];
    const text = await read(chatKeys, content, context, role === 'assistant');
    const thoughts = await read(chatKeys, reasoning, ['reasoning', account, id, message], true);
    console.log(JSON.stringify({ id: message, parent, role, text, reasoning: thoughts }));
  }
}
