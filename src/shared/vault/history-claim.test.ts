import { expect, it } from 'vitest';
import { createAccountKeys, createTurnOffStatements, openVault } from './account-keys.ts';
import { findClaimProblem, toClaim } from './history-claim.ts';

const accountId = crypto.randomUUID();
const { vault, stored } = await createAccountKeys(accountId);
const next = (await createAccountKeys(accountId)).vault;
const [statement = ''] = await createTurnOffStatements(vault);

const noStatements = () => Promise.reject(new Error('No statement is needed'));
const find = (
  state: string | null,
  publicKey: string | null,
  { statements, wasOn = true }: { readonly statements?: readonly string[]; readonly wasOn?: boolean } = {},
) =>
  findClaimProblem(
    { ...vault, wasOn },
    toClaim(state, publicKey),
    statements ? async () => statements : noStatements,
  );

it('accepts the known keys, without reading statements', async () => {
  expect(await find('on', vault.publicKey)).toBeNull();
  expect(await find('on', vault.publicKey, { wasOn: false })).toBeNull();
  expect(await find('turning_on', vault.publicKey, { wasOn: false })).toBeNull();
});

it('accepts that it is being turned off, off, or on with other keys, if a statement proves that it was turned off', async () => {
  const statements = [...(await createTurnOffStatements(next)), statement];
  expect(await find('turning_off', vault.publicKey, { statements })).toBeNull();
  expect(await find(null, null, { statements })).toBeNull();
  for (const state of ['turning_on', 'on', 'turning_off'])
    expect(await find(state, next.publicKey, { statements })).toBeNull();
});

it('has one statement for each public key, which every unlocked device can create', async () => {
  const other = await openVault(accountId, vault.accountKey, stored);
  expect(await createTurnOffStatements(other)).toEqual([statement]);
  expect(other.turnOffDigest).toBe(vault.turnOffDigest);
  expect(statement).toMatch(/^[\w-]{43}$/);
  expect(await createTurnOffStatements(next)).not.toContain(statement);
  const renamed = { ...vault, accountId: crypto.randomUUID() };
  await expect(createTurnOffStatements(renamed)).rejects.toThrow('failed verification');
});

it('asks for unlocking if only the key version says that the user has changed the keys', async () => {
  const changed = (keyVersion: unknown, state = 'on') =>
    findClaimProblem(
      { ...vault, keyVersion: 2, wasOn: true },
      toClaim(state, next.publicKey, keyVersion),
      async () => [],
    );
  expect(await changed(3)).toBe('changed');
  expect(await changed(3, 'turning_off')).toBe('changed');
  for (const keyVersion of [1, 2, null, '3']) expect(await changed(keyVersion)).toBe('keys');
  expect(await changed(3, 'off')).toBe('off');
});

it('can be checked with only the digest, so by a locked device too', async () => {
  const { publicKey, turnOffDigest } = vault;
  const known = { keyVersion: 1, publicKey, turnOffDigest, wasOn: true };
  expect(await findClaimProblem(known, toClaim(null, null), async () => [statement])).toBeNull();
});
