import {
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
} from 'node:crypto';
import { expect, it } from 'vitest';
import { encryptTo, importPublicKey } from './envelope.ts';
import { messageContext } from './testing/sample-account.ts';

// Decrypts an envelope only by the text of RFC 9180 (sections 4, 4.1 and 5.1), to check the library that we use.

const none = Buffer.alloc(0);
const number = (value: number, length: number) =>
  Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex');
const hmac = (key: Buffer, ...parts: Buffer[]) =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest();
const version = Buffer.from('HPKE-v1');
const kem = Buffer.concat([Buffer.from('KEM'), number(0x20, 2)]);
const hpke = Buffer.concat([Buffer.from('HPKE'), number(0x20, 2), number(1, 2), number(2, 2)]);
const extract = (suite: Buffer, salt: Buffer, label: string, secret: Buffer) =>
  hmac(salt, version, suite, Buffer.from(label), secret);
const expand = (suite: Buffer, key: Buffer, label: string, info: Buffer, length: number) =>
  hmac(key, number(length, 2), version, suite, Buffer.from(label), info, number(1, 1)).subarray(0, length);

it('encrypts to the public key as RFC 9180 says', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const recipient = publicKey.export({ format: 'jwk' }).x ?? '';
  const accountId = '6f1c2a90-4a0e-4b52-9d43-0d2f4f8f7a11';
  const context = messageContext({ accountId, chatId: accountId });
  const key = await importPublicKey(recipient);
  const data = Buffer.from((await encryptTo(key!, context, 'A plant.')).slice(7), 'base64url');
  const sender = data.subarray(0, 32);

  const senderKey = createPublicKey({
    key: { kty: 'OKP', crv: 'X25519', x: sender.toString('base64url') },
    format: 'jwk',
  });
  const own = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const exchanged = extract(kem, none, 'eae_prk', diffieHellman({ privateKey: own, publicKey: senderKey }));
  const pair = Buffer.concat([sender, Buffer.from(recipient, 'base64url')]);
  const shared = expand(kem, exchanged, 'shared_secret', pair, 32);
  const schedule = Buffer.concat([
    number(0, 1),
    extract(hpke, none, 'psk_id_hash', none),
    extract(hpke, none, 'info_hash', Buffer.from('clover encrypted history 1')),
  ]);
  const secret = extract(hpke, shared, 'secret', none);
  const cipher = createDecipheriv(
    'aes-256-gcm',
    expand(hpke, secret, 'key', schedule, 32),
    expand(hpke, secret, 'base_nonce', schedule, 12),
  );
  cipher.setAAD(
    Buffer.from(
      `["clover",1,"message","${accountId}","${accountId}","${context.messageId}",null,"assistant"]`,
    ),
  );
  cipher.setAuthTag(data.subarray(-16));
  const text = Buffer.concat([cipher.update(data.subarray(32, -16)), cipher.final()]);
  expect(text.toString()).toBe('A plant.');
});
