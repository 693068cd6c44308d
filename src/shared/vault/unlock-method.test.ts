import { expect, it } from 'vitest';
import { importKey, openVault, randomKey } from './account-keys.ts';
import { createSampleAccount } from './testing/sample-account.ts';
import { createSalt, unwrapAccountKey, wrapAccountKey, type UnlockMethod } from './unlock-method.ts';

const { accountId, rawKey, stored } = await createSampleAccount();
const secret = randomKey();
const kinds = ['passkey', 'passphrase', 'words'] as const;

const addMethod = (kind: UnlockMethod['kind']): Promise<UnlockMethod> =>
  wrapAccountKey(
    accountId,
    { id: crypto.randomUUID(), kind, keyVersion: 1, salt: createSalt() },
    secret,
    rawKey,
  );

it.each(kinds)('decrypts the account key with a %s', async (kind) => {
  const method = await addMethod(kind);
  const opened = await unwrapAccountKey(accountId, method, secret);
  expect(opened).toEqual(rawKey);
  await expect(openVault(accountId, await importKey(opened), stored)).resolves.toMatchObject({ accountId });
});

it('reports that a secret is wrong', async () => {
  const method = await addMethod('passphrase');
  await expect(unwrapAccountKey(accountId, method, randomKey())).rejects.toMatchObject({
    name: 'WrongSecretError',
    kind: 'passphrase',
  });
});

it('refuses a key that was moved to another method, kind, account, salt or key version', async () => {
  const method = await addMethod('words');
  const changed: UnlockMethod[] = [
    { ...method, id: crypto.randomUUID() },
    { ...method, kind: 'passkey' },
    { ...method, keyVersion: 2 },
    { ...method, salt: createSalt() },
  ];
  const attempts = [
    ...changed.map((value) => unwrapAccountKey(accountId, value, secret)),
    unwrapAccountKey(crypto.randomUUID(), method, secret),
  ];
  const results = await Promise.allSettled(attempts);
  expect(results.map(({ status }) => status)).toEqual(attempts.map(() => 'rejected'));
});

it.each([{ wrappedKey: 'enc1.k.AAAA' }, { wrappedKey: 'none' }, { salt: 'AAAA' }, { salt: '+' }])(
  'distinguishes a damaged method from a wrong secret: %o',
  async (damage) => {
    const method = { ...(await addMethod('passkey')), ...damage };
    await expect(unwrapAccountKey(accountId, method, secret)).rejects.toMatchObject({
      name: 'VerificationError',
      reason: 'damaged',
    });
  },
);
