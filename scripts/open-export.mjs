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
const pair = {
  privateKey: await subtle.importKey('pkcs8', pkcs8, 'X25519', false, ['deriveBits']),
  publicKey: await subtle.importKey('raw', bytes(keys.public_key), 'X25519', true, []),
};

/** Decrypts a text. Only the gateway's texts may be encrypted to the public key, because anyone can do that. */
async function read(chatKey, text, context, isWrittenByService = false) {
  if (!/^enc\d+\./.test(text ?? '')) return text && `[Not encrypted] ${text}`;
  const isByPair = isWrittenByService && text.startsWith('enc1.p.');
  const opened = isByPair ? openByPair(pair, text, context) : openByKey(chatKey, text, context);
  return new TextDecoder().decode(await opened.catch(() => utf8('[This text failed verification]')));
}

for (const { id, chat_key: envelope, title, messages } of chats) {
  const key = await aesKey(await openByKey(accountKey, envelope, ['chat-key', account, id]));
  console.log(JSON.stringify({ title: await read(key, title, ['title', account, id]) }));
  for (const { id: message, parent_id: parent, role, content, reasoning } of messages) {
    const context = ['message', account, id, message, parent, role];
    const text = await read(key, content, context, role === 'assistant');
    const thoughts = await read(key, reasoning, ['reasoning', account, id, message], true);
    console.log(JSON.stringify({ id: message, parent, role, text, reasoning: thoughts }));
  }
}
