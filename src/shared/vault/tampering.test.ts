import { expect, it } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from '../domain/encoding.ts';
import { createAccountKeys, createChatKey, createNextKeys, createTurnOffStatements } from './account-keys.ts';
import { type Context, isWrittenByService } from './context.ts';
import { decryptText, encryptText, encryptTo } from './envelope.ts';
import { type ClaimProblem, findClaimProblem, toClaim } from './history-claim.ts';
import { createSampleAccount } from './testing/sample-account.ts';
import { VerificationError } from './verification-error.ts';

// False claims of a malicious service about an account, and changes to a single stored text: for every kind of record,
// in every form that the format allows.

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
  { kind: 'past-keys', accountId, keyVersion: 2 },
  { kind: 'unlock', accountId, methodId: messageId, method: 'words', keyVersion: 1 },
  { kind: 'device', accountId, store: 'chats', key: chatId },
];

/** Returns variants of the record, each with one identifying value changed. */
const movedRecords = (record: Context): readonly (readonly [string, Context])[] =>
  Object.entries(record).map(([field, value]) => {
    if (field === 'kind') return ['its kind', { kind: 'title', accountId, chatId: other }] as const;
    const changed = typeof value === 'number' ? value + 1 : value === 'user' ? 'assistant' : `${value}0`;
    return [`its ${field}`, { ...record, [field]: changed } as Context] as const;
  });

const changedBytes = (envelope: string, change: (bytes: Uint8Array) => Uint8Array): string =>
  envelope.slice(0, 7) + encodeBase64Url(change(decodeBase64Url(envelope.slice(7)) ?? new Uint8Array()));
const flip = (place: number) => (bytes: Uint8Array) => bytes.with(place, (bytes.at(place) ?? 0) ^ 1);

/** Returns the envelopes that the service could store instead. */
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

const { vault } = account;
const { publicKey } = vault;
const [statement = ''] = await createTurnOffStatements(vault);
/** The keys of the same account before encrypted history was turned off and on again. */
const earlier = (await createAccountKeys(accountId)).vault;
const [earlierStatement = '', foreignStatement = ''] = [
  ...(await createTurnOffStatements(earlier)),
  ...(await createTurnOffStatements(stranger.vault)),
];

interface Claim {
  readonly name: string;
  readonly expected: ClaimProblem;
  readonly state: unknown;
  readonly publicKey: unknown;
  readonly statements: readonly string[];
}

const off = { expected: 'off', state: null, publicKey: null } as const;
const turningOff = { expected: 'off', state: 'turning_off', publicKey } as const;
const swapped = { expected: 'keys', state: 'on', publicKey: stranger.vault.publicKey } as const;
const unproven: readonly (readonly [string, readonly string[]])[] = [
  ['without a statement', []],
  ['with an earlier statement of the account', [earlierStatement]],
  ["with another account's statement", [foreignStatement]],
  ['with several wrong statements', [earlierStatement, foreignStatement]],
  ['with a statement that is cut off', [statement.slice(0, -1)]],
  ['with a longer statement', [`${statement}A`]],
  ['with a statement in another encoding', [`${statement}=`]],
  ['with a changed statement', [statement.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))]],
  ['with the digest as its statement', [vault.turnOffDigest]],
  ['with the public key as its statement', [publicKey]],
  ['with an empty statement', ['']],
];
const claims: readonly Claim[] = [
  ...unproven.flatMap(([how, statements]) => [
    { name: `off ${how}`, ...off, statements },
    { name: `being turned off ${how}`, ...turningOff, statements },
    { name: `other keys ${how}`, ...swapped, statements },
  ]),
  { name: 'an unknown state', ...off, state: 'paused', publicKey, statements: [] },
  { name: 'on without keys', ...swapped, publicKey: null, statements: [] },
  { name: 'earlier keys of the account', ...swapped, publicKey: earlier.publicKey, statements: [] },
  { name: 'other keys, being turned on', ...swapped, state: 'turning_on', statements: [] },
  { name: 'other keys, being turned off', ...swapped, state: 'turning_off', statements: [] },
  { name: 'still being turned on', expected: 'older', state: 'turning_on', publicKey, statements: [] },
  {
    name: 'still being turned on, with the statement that it was turned off',
    expected: 'older',
    state: 'turning_on',
    publicKey,
    statements: [statement],
  },
];

const changed = await createNextKeys(accountId, account.rawKey, account.stored);
const changedClaims: readonly (readonly [string, ClaimProblem, unknown, string, unknown])[] = [
  ['the keys from before', 'keys', 'on', publicKey, 1],
  ['the keys from before, with the current version', 'keys', 'on', publicKey, 2],
  ['the keys from before, with a higher version', 'changed', 'on', publicKey, 3],
  ['the current keys, still being turned on', 'older', 'turning_on', changed.stored.publicKey, 2],
  ['the current keys, being turned off', 'off', 'turning_off', changed.stored.publicKey, 2],
  ['other keys with the current version', 'keys', 'on', stranger.vault.publicKey, 2],
  ['other keys with a version that is a text', 'keys', 'on', stranger.vault.publicKey, '3'],
];

it.each(changedClaims)(
  'detects the claim after the keys were changed: %s',
  async (_name, expected, state, claimed, keyVersion) => {
    // Someone with the earlier keys can only make their statement.
    const statements = async () => [statement];
    const claim = toClaim(state, claimed, keyVersion);
    expect(await findClaimProblem({ ...changed.vault, wasOn: true }, claim, statements)).toBe(expected);
  },
);

it.each(claims)('detects the claim: $name', async ({ expected, state, publicKey: claimed, statements }) => {
  const problem = await findClaimProblem(
    { ...vault, wasOn: true },
    toClaim(state, claimed),
    async () => statements,
  );
  expect(problem).toBe(expected);
});
