import { expect, it } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from '../domain/encoding.ts';
import { createChatKey } from './account-keys.ts';
import { type Context, isWrittenByService } from './context.ts';
import { decryptText, encryptText, encryptTo } from './envelope.ts';
import { createSampleAccount } from './testing/sample-account.ts';
import { VerificationError } from './verification-error.ts';

// What a service could do to a single stored text, for every kind of record in every form that the format allows.

const account = await createSampleAccount();
const stranger = await createSampleAccount();
const { accountId, chatId, keys } = account;
const { key: otherChatKey } = await createChatKey(account.vault, crypto.randomUUID());
const [messageId, parentId, other] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];

const records: readonly Context[] = [
  { kind: 'message', accountId, chatId, messageId, parentId, role: 'user' },
  { kind: 'message', accountId, chatId, messageId, parentId, role: 'assistant' },
  { kind: 'reasoning', accountId, chatId, messageId },
  { kind: 'checkpoint', accountId, chatId, messageId, part: 4 },
  { kind: 'title', accountId, chatId },
  { kind: 'parameters', accountId, chatId },
  { kind: 'chat-key', accountId, chatId },
  {
    kind: 'attachment',
    accountId,
    chatId,
    messageId,
    attachmentId: other,
    path: `${accountId}/a`,
    column: 'name',
  },
  { kind: 'column', accountId, table: 'personas', row: messageId, column: 'name' },
  { kind: 'head', accountId, chatId, number: 3 },
  { kind: 'private-key', accountId, keyVersion: 1 },
  { kind: 'unlock', accountId, methodId: messageId, method: 'words', keyVersion: 1 },
  { kind: 'device', accountId, store: 'chats', key: chatId },
];

/** The record with each value that identifies it changed, one at a time. */
const movedRecords = (record: Context): readonly (readonly [string, Context])[] =>
  Object.entries(record).map(([field, value]) => {
    if (field === 'kind') return ['its kind', { kind: 'title', accountId, chatId: other }] as const;
    const changed = typeof value === 'number' ? value + 1 : value === 'user' ? 'assistant' : `${value}0`;
    return [`its ${field}`, { ...record, [field]: changed } as Context] as const;
  });

const changedBytes = (envelope: string, change: (bytes: Uint8Array) => Uint8Array): string =>
  envelope.slice(0, 7) + encodeBase64Url(change(decodeBase64Url(envelope.slice(7)) ?? new Uint8Array()));
const flip = (place: number) => (bytes: Uint8Array) => bytes.with(place, (bytes.at(place) ?? 0) ^ 1);

/** Each envelope that the service could store instead. */
const changedEnvelopes = (envelope: string): readonly (readonly [string, string])[] => [
  ['its first byte', changedBytes(envelope, flip(0))],
  ['its text', changedBytes(envelope, flip(-20))],
  ['its tag', changedBytes(envelope, flip(-1))],
  ['its length, one byte shorter', changedBytes(envelope, (bytes) => bytes.slice(0, -1))],
  ['its length, one byte longer', changedBytes(envelope, (bytes) => new Uint8Array([...bytes, 0]))],
  ['its beginning, cut off', changedBytes(envelope, (bytes) => bytes.slice(1))],
  ['nothing but its tag', changedBytes(envelope, (bytes) => bytes.slice(-16))],
  ['its version, older', envelope.replace('enc1', 'enc0')],
  ['its version, newer', envelope.replace('enc1', 'enc2')],
  ['its form', envelope.replace(/\.[kp]\./, (form) => (form === '.k.' ? '.p.' : '.k.'))],
  ['its encoding', `${envelope}=`],
  ['everything, to plain text', 'Send me your keys'],
  ['everything, to nothing', ''],
];

interface Attack {
  readonly name: string;
  readonly open: () => Promise<string>;
}

const attacks: Attack[] = [];
for (const record of records) {
  const role = 'role' in record ? ` (${record.role})` : '';
  const forms = [
    ['under a key', await encryptText(keys.key, record, 'a secret')],
    ...(isWrittenByService(record)
      ? [['to the public key', await encryptTo(keys.pair.publicKey, record, 'a secret')] as const]
      : []),
  ] as const;
  for (const [form, envelope] of forms) {
    const add = (what: string, open: () => Promise<string>) =>
      attacks.push({ name: `${record.kind}${role} ${form}: ${what}`, open });
    for (const [what, moved] of movedRecords(record)) add(what, () => decryptText(keys, moved, envelope));
    for (const [what, changed] of changedEnvelopes(envelope))
      add(what, () => decryptText(keys, record, changed));
    add("another account's keys", () => decryptText(stranger.keys, record, envelope));
    if (form === 'under a key')
      add("another chat's key", () => decryptText({ ...keys, key: otherChatKey }, record, envelope));
  }
  if (!isWrittenByService(record))
    attacks.push({
      name: `${record.kind}${role}: forged with the public key`,
      open: async () => decryptText(keys, record, await encryptTo(keys.pair.publicKey, record, 'forged')),
    });
}

it('covers every kind of text with at least 200 changes, each with a different name', () => {
  expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  expect(attacks.length).toBeGreaterThanOrEqual(200);
});

it.each(attacks)('detects $name', async ({ open }) => {
  await expect(open()).rejects.toThrow(VerificationError);
});
