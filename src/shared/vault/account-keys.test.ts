import { expect, it } from 'vitest';
import { encodeBase64Url } from '../domain/encoding.ts';
import { createAccountKeys, importKey, openChatKey, openVault, randomKey } from './account-keys.ts';
import { encryptBytes } from './envelope.ts';
import { createSampleAccount } from './testing/sample-account.ts';
import { VerificationError } from './verification-error.ts';

const sample = await createSampleAccount();
const { accountId, chatId, rawKey, stored, vault } = sample;

it('opens the vault with the account key on another device', async () => {
  const opened = await openVault(accountId, await importKey(rawKey), stored);
  expect(opened).toMatchObject({ accountId, keyVersion: 1, publicKey: stored.publicKey });
  const { key } = await openChatKey(opened, chatId, sample.chatKeyEnvelope);
  expect(key.extractable).toBe(false);
});

it('keeps keys that scripts can use but not read', async () => {
  expect([vault.accountKey.extractable, vault.pair.privateKey.extractable]).toEqual([false, false]);
  await expect(crypto.subtle.exportKey('raw', vault.accountKey)).rejects.toMatchObject({
    name: 'InvalidAccessError',
  });
});

it('stores no key as plain text', () => {
  expect(JSON.stringify(stored)).not.toContain(encodeBase64Url(rawKey));
  expect(stored.privateKey).toMatch(/^enc1\.k\./);
});

it('refuses the wrong account key, account and version', async () => {
  const accountKey = await importKey(rawKey);
  await expect(openVault(accountId, await importKey(randomKey()), stored)).rejects.toThrow(VerificationError);
  await expect(openVault(crypto.randomUUID(), accountKey, stored)).rejects.toThrow(VerificationError);
  await expect(openVault(accountId, accountKey, { ...stored, keyVersion: 2 })).rejects.toThrow(
    VerificationError,
  );
});

it("refuses someone else's public key", async () => {
  const foreign = await createAccountKeys(accountId);
  await expect(
    openVault(accountId, await importKey(rawKey), { ...stored, publicKey: foreign.stored.publicKey }),
  ).rejects.toThrow(VerificationError);
});

it('refuses the key of another chat', async () => {
  await expect(openChatKey(vault, crypto.randomUUID(), sample.chatKeyEnvelope)).rejects.toThrow(
    VerificationError,
  );
});

it('refuses a chat key of the wrong length', async () => {
  const short = await encryptBytes(
    vault.accountKey,
    { kind: 'chat-key', accountId, chatId },
    new Uint8Array(16),
  );
  await expect(openChatKey(vault, chatId, short)).rejects.toMatchObject({ reason: 'damaged' });
});
