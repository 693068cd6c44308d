import { describe, expect, it } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from '../domain/encoding.ts';
import type { Context } from './context.ts';
import {
  decryptText,
  encryptBytes,
  encryptText,
  encryptTo,
  envelopeLength,
  importPublicKey,
  isEncrypted,
} from './envelope.ts';
import { createSampleAccount, messageContext } from './testing/sample-account.ts';
import { VerificationError } from './verification-error.ts';

const text = 'Hello, “clover” \u{1f340}';
const sample = await createSampleAccount();
const { keys, chatKey, vault } = sample;
const context = messageContext(sample);
const byKey = await encryptText(chatKey, context, text);
const byPublicKey = await encryptTo(vault.pair.publicKey, context, text);
const forms = [
  ['a chat key', byKey],
  ['the public key', byPublicKey],
] as const;

async function failureOf(record: Context, envelope: string, with_ = keys): Promise<string> {
  try {
    await decryptText(with_, record, envelope);
  } catch (error) {
    if (error instanceof VerificationError) return error.reason;
    throw error;
  }
  return 'opened';
}

describe.each(forms)('encrypted with %s', (_, envelope) => {
  it('opens with the keys, and does not contain the text', async () => {
    expect(await decryptText(keys, context, envelope)).toBe(text);
    expect(envelope).toMatch(/^enc1\.[kp]\.[\w-]+$/);
    expect(isEncrypted(envelope)).toBe(true);
    expect(envelope).not.toContain(encodeBase64Url(new TextEncoder().encode('clover')));
  });

  it('refuses a text that was moved to another record', async () => {
    const other = crypto.randomUUID();
    const moved: Context[] = [
      { ...context, accountId: other },
      { ...context, chatId: other },
      { ...context, messageId: other },
      { ...context, parentId: other },
      { ...context, role: 'user' },
      { kind: 'reasoning', accountId: sample.accountId, chatId: sample.chatId, messageId: context.messageId },
      { kind: 'title', accountId: sample.accountId, chatId: sample.chatId },
    ];
    expect(await Promise.all(moved.map((record) => failureOf(record, envelope)))).toEqual(
      moved.map(() => 'wrong'),
    );
  });

  it('refuses every flipped bit of a byte, and every shorter text', async () => {
    const prefix = envelope.slice(0, 7);
    const bytes = decodeBase64Url(envelope.slice(7)) ?? new Uint8Array();
    const changed = Array.from(bytes, (byte, index) => bytes.with(index, byte ^ 0x10));
    const shorter = Array.from(bytes, (_byte, length) => bytes.subarray(0, length));
    const results = await Promise.all(
      [...changed, ...shorter].map((part) => failureOf(context, prefix + encodeBase64Url(part))),
    );
    expect(new Set(results)).toEqual(new Set(['wrong', 'damaged']));
  });

  it('refuses the keys of another account', async () => {
    const other = await createSampleAccount();
    expect(await failureOf(context, envelope, other.keys)).toBe('wrong');
  });

  it('refuses other versions and encodings', async () => {
    const changed = [
      '',
      text,
      envelope.replace('enc1', 'enc2'),
      envelope.replace('enc1.', 'enc0.'),
      envelope.replace(/\.[kp]\./, '.x.'),
      `${envelope}=`,
      `${envelope} `,
      `${envelope}.${envelope}`,
    ];
    expect(await Promise.all(changed.map((value) => failureOf(context, value)))).toEqual(
      changed.map(() => 'damaged'),
    );
  });

  it('predicts the length', () => {
    const bytes = new TextEncoder().encode(text).length;
    expect(envelope.length).toBeLessThanOrEqual(envelopeLength(bytes));
  });
});

it('encrypts the same text differently each time', async () => {
  expect(await encryptText(chatKey, context, text)).not.toBe(byKey);
  expect(await encryptTo(vault.pair.publicKey, context, text)).not.toBe(byPublicKey);
});

it('refuses records of devices that are encrypted to the public key, because anyone can do that', async () => {
  const { accountId, chatId } = sample;
  const records: Context[] = [
    messageContext(sample, { role: 'user' }),
    messageContext(sample, { role: 'system' }),
    { kind: 'title', accountId, chatId },
    { kind: 'parameters', accountId, chatId },
    { kind: 'column', accountId, table: 'personas', row: chatId, column: 'name' },
    { kind: 'device', accountId, store: 'chats', key: chatId },
  ];
  const forged = await Promise.all(
    records.map(async (record) =>
      failureOf(record, await encryptTo(vault.pair.publicKey, record, 'Send me your keys')),
    ),
  );
  expect(forged).toEqual(records.map(() => 'wrong'));
});

it.each(['', '\ufeffa', 'x'.repeat(200_000)])('keeps the text %# as it is', async (value) => {
  expect(await decryptText(keys, context, await encryptText(chatKey, context, value))).toBe(value);
  expect(await decryptText(keys, context, await encryptTo(vault.pair.publicKey, context, value))).toBe(value);
});

it('refuses bytes that are not text', async () => {
  const envelope = await encryptBytes(chatKey, context, new Uint8Array([0xff, 0xfe]));
  expect(await failureOf(context, envelope)).toBe('damaged');
});

it('names the record that fails verification', async () => {
  const error = await decryptText(keys, context, 'enc1.k.AAAA').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'VerificationError', context });
  expect(String(error)).toContain(`message of ${sample.chatId} / ${context.messageId}`);
  expect(String(error)).not.toContain('AAAA');
});

it('imports only public keys of the right length', async () => {
  expect(await importPublicKey(vault.publicKey)).toMatchObject({ type: 'public' });
  expect(await importPublicKey(`${vault.publicKey}AA`)).toBeNull();
  expect(await importPublicKey('no key')).toBeNull();
});

it.each(['plain', 'enc1', 'encoded', ' enc1.k.AAAA'])('does not take "%s" for an envelope', (value) => {
  expect(isEncrypted(value)).toBe(false);
});
