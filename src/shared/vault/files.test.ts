import { expect, it } from 'vitest';
import { createChatKey } from './account-keys.ts';
import type { Context } from './context.ts';
import { decryptFile, decryptFileTo, encryptFile, encryptFileTo, fileOverhead } from './envelope.ts';
import { createSampleAccount } from './testing/sample-account.ts';

const { accountId, chatId, chatKey, vault } = await createSampleAccount();
const context = { kind: 'file', accountId, chatId, path: `${accountId}/a` } as const satisfies Context;
const text = 'a secret in a file';
const file = new TextEncoder().encode(text);
const envelope = await encryptFile(chatKey, context, file);

const open = (bytes: Uint8Array<ArrayBuffer>, record: Context = context, key = chatKey) =>
  decryptFile(key, record, bytes).then(
    (opened) => new TextDecoder().decode(opened),
    (error: { reason?: string }) => error.reason,
  );

it('encrypts a file, with the prefix of envelopes and a fixed overhead', async () => {
  expect(await open(envelope)).toBe(text);
  expect(new TextDecoder('latin1').decode(envelope)).toMatch(/^enc1\.k\./);
  expect(new TextDecoder('latin1').decode(envelope)).not.toContain('secret');
  expect(envelope.length).toBe(file.length + fileOverhead);
  const empty = await encryptFile(chatKey, context, new Uint8Array());
  expect([empty.length, await open(empty)]).toEqual([fileOverhead, '']);
});

it('refuses a file that was moved to another object, chat or account, or is under another key', async () => {
  const other = crypto.randomUUID();
  const moved: Context[] = [
    { ...context, path: `${accountId}/b` },
    { ...context, chatId: other },
    { ...context, accountId: other },
    { kind: 'title', accountId, chatId },
  ];
  for (const record of moved) expect(await open(envelope, record)).toBe('wrong');
  const { key } = await createChatKey(vault, chatId);
  expect(await open(envelope, context, key)).toBe('wrong');
});

it('refuses a file that was changed, shortened, extended or is not encrypted', async () => {
  const changed = envelope.slice();
  changed[changed.length - 20] = (changed.at(-20) ?? 0) ^ 1;
  expect(await open(changed)).toBe('wrong');
  expect(await open(envelope.slice(0, -1))).toBe('wrong');
  expect(await open(new Uint8Array([...envelope, 0]))).toBe('wrong');
  const version = envelope.slice();
  version[3] = '2'.charCodeAt(0);
  for (const bytes of [version, file, new Uint8Array(), envelope.slice(0, fileOverhead - 1)])
    expect(await open(bytes)).toBe('damaged');
});

it('encrypts an image to the public key, bound to its id', async () => {
  const imageId = crypto.randomUUID();
  const picture: Context = { kind: 'image', accountId, imageId };
  const encrypted = await encryptFileTo(vault.pair.publicKey, picture, file);
  const reasonOf = (bytes: Uint8Array<ArrayBuffer>, record: Context = picture) =>
    decryptFileTo(vault.pair, record, bytes).then(
      (opened) => new TextDecoder().decode(opened),
      (error: { reason?: string }) => error.reason,
    );
  expect(await reasonOf(encrypted)).toBe(text);
  expect(new TextDecoder('latin1').decode(encrypted)).toMatch(/^enc1\.p\./);
  expect(await reasonOf(encrypted, { ...picture, imageId: crypto.randomUUID() })).toBe('wrong');
  expect(await reasonOf(encrypted.slice(0, -1))).toBe('wrong');
  expect(await reasonOf(envelope)).toBe('damaged');
  // Anyone who knows the public key could forge an attached file.
  expect(await reasonOf(await encryptFileTo(vault.pair.publicKey, context, file), context)).toBe('wrong');
});
