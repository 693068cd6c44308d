import { expect, it } from 'vitest';
import {
  createAccountKeys,
  createChatKey,
  createNextKeys,
  createTurnOffStatements,
  importKey,
  openChatKey,
  openVault,
  randomKey,
  renewChatKey,
} from './account-keys.ts';
import { encryptHead, openHead } from './chat-head.ts';
import { decryptText, encryptText, encryptTo } from './envelope.ts';
import { createSampleAccount, messageContext } from './testing/sample-account.ts';
import { VerificationError } from './verification-error.ts';

const account = await createSampleAccount();
const { accountId, chatId, rawKey, stored, vault, chatKeyEnvelope } = account;
const next = await createNextKeys(accountId, rawKey, stored);
const last = await createNextKeys(accountId, next.rawKey, next.stored);
const reply = messageContext(account);
const question = messageContext(account, { role: 'user' });

it('replaces both keys, and keeps the earlier ones where only the new account key opens them', async () => {
  expect(last.stored.keyVersion).toBe(3);
  expect(last.vault.pastPublicKeys).toEqual([next.stored.publicKey, stored.publicKey]);
  expect(new Set([stored, next.stored, last.stored].map(({ publicKey }) => publicKey)).size).toBe(3);
  for (const earlier of [rawKey, next.rawKey, randomKey()])
    await expect(openVault(accountId, await importKey(earlier), last.stored)).rejects.toThrow(
      VerificationError,
    );
  expect(last.vault.accountKeys.some(({ extractable }) => extractable)).toBe(false);
  expect(last.vault.pairs.some(({ privateKey }) => privateKey.extractable)).toBe(false);
});

it('needs the current account key', async () => {
  await expect(createNextKeys(accountId, randomKey(), stored)).rejects.toThrow(VerificationError);
  await expect(createNextKeys(accountId, rawKey, next.stored)).rejects.toThrow(VerificationError);
});

it.each([
  ['missing', { pastKeys: null }],
  ['those of another version', { pastKeys: next.stored.pastKeys }],
  ['a text that is not a list', { pastKeys: last.stored.privateKey }],
])('refuses keys whose earlier keys are %s', async (_, change) => {
  const accountKey = await importKey(last.rawKey);
  await expect(openVault(accountId, accountKey, { ...last.stored, ...change })).rejects.toThrow(
    VerificationError,
  );
});

it('refuses an earlier key version under the new account key', async () => {
  const accountKey = await importKey(last.rawKey);
  for (const earlier of [stored, next.stored])
    await expect(openVault(accountId, accountKey, earlier)).rejects.toThrow(VerificationError);
});

it('reads replies, heads and texts from before, and encrypts only with the new keys', async () => {
  const keys = { key: last.vault.accountKeys, pair: last.vault.pairs };
  const toEarlier = await encryptTo(vault.pair.publicKey, reply, 'Before');
  expect(await decryptText(keys, reply, toEarlier)).toBe('Before');
  const column = { kind: 'column', accountId, table: 'personas', row: chatId, column: 'name' } as const;
  expect(await decryptText(keys, column, await encryptText(next.vault.accountKey, column, 'Mine'))).toBe(
    'Mine',
  );
  const head = { number: 1, previous: null, removedAt: 0, messages: [] };
  expect(await openHead(last.vault, chatId, await encryptHead(vault, chatId, head))).toEqual(head);
  const earlierKeys = { key: next.vault.accountKeys, pair: next.vault.pairs };
  for (const [context, envelope] of [
    [reply, await encryptTo(last.vault.pair.publicKey, reply, 'After')],
    [column, await encryptText(last.vault.accountKey, column, 'After')],
  ] as const)
    await expect(decryptText(earlierKeys, context, envelope)).rejects.toThrow(VerificationError);
});

it('gives a chat a new key, which the earlier account key does not open, and keeps its earlier ones', async () => {
  const outdated = await openChatKey(last.vault, chatId, chatKeyEnvelope);
  expect(outdated.isOutdated).toBe(true);
  const before = await encryptText(outdated.key, question, 'Before');
  const renewed = await renewChatKey(last.vault, chatId, chatKeyEnvelope);
  const opened = await openChatKey(last.vault, chatId, renewed!.envelope);
  expect([opened.isOutdated, opened.keys.length]).toEqual([false, 2]);
  expect(await decryptText({ key: opened.keys, pair: [] }, question, before)).toBe('Before');
  const after = await encryptText(opened.key, question, 'After');
  await expect(decryptText({ key: outdated.keys, pair: [] }, question, after)).rejects.toThrow(
    VerificationError,
  );
  await expect(openChatKey(next.vault, chatId, renewed!.envelope)).rejects.toThrow(VerificationError);
  expect(await renewChatKey(last.vault, chatId, renewed!.envelope)).toBeNull();
  const { envelope } = await createChatKey(last.vault, chatId);
  expect(await renewChatKey(last.vault, chatId, envelope)).toBeNull();
});

it('states for each of the keys that encrypted history is turned off', async () => {
  const [first = ''] = await createTurnOffStatements(vault);
  const statements = await createTurnOffStatements(last.vault);
  expect(statements).toHaveLength(3);
  expect(statements[2]).toBe(first);
  const fresh = await createAccountKeys(accountId);
  expect(await createTurnOffStatements(fresh.vault)).not.toContain(first);
});
