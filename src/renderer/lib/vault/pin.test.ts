import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createAccountKeys,
  createNextKeys,
  createTurnOffStatements,
} from '../../../shared/vault/account-keys.ts';
import { toClaim } from '../../../shared/vault/history-claim.ts';
import { isPinned } from '../encrypted-device.ts';
import { endSession } from '../end-session.ts';
import { historyPinKey, readStored, writeStored } from '../storage.ts';
import type { Supabase } from '../supabase.ts';
import {
  acceptClaim,
  checkClaim,
  forgetPin,
  isOffAccepted,
  noteOn,
  pinVault,
  startCheck,
  useClaimProblem,
  wasOn,
} from './pin.ts';
import { renderHook } from '@testing-library/react';

const accountId = '6f1c2a90-4a0e-4b52-9d43-0d2f4f8f7a11';
const { vault } = await createAccountKeys(accountId);
const next = (await createAccountKeys(accountId)).vault;
const [statement = ''] = await createTurnOffStatements(vault);

beforeEach(() => localStorage.clear());
afterEach(() => startCheck(accountId)(null));

const noStatements = async () => [];
const problem = () => renderHook(() => useClaimProblem(accountId)).result.current;
const check = async (state: string | null, { publicKey } = vault, statements: readonly string[] = []) => {
  const claim = toClaim(state, state === null ? null : publicKey);
  await checkClaim(
    accountId,
    async () => claim,
    async () => statements,
  );
  return problem();
};

it('remembers an unlocked history and its state, without any text', async () => {
  expect(isPinned(accountId)).toBe(false);
  expect(await check(null)).toBeNull();
  pinVault(vault, false);
  expect(isPinned(accountId)).toBe(true);
  expect(readStored(historyPinKey(accountId))).toBe(`new:${vault.publicKey}:${vault.turnOffDigest}:1`);
  expect([wasOn(vault), wasOn(next)]).toEqual([false, false]);
  expect(await check('turning_on')).toBeNull();
  noteOn(vault);
  pinVault(vault, false);
  expect([wasOn(vault), wasOn(next)]).toEqual([true, false]);
  expect(await check('turning_on')).toBe('older');
  expect(await check('on')).toBeNull();
});

it('reads what an earlier version of the app has remembered', async () => {
  writeStored(historyPinKey(accountId), `on:${vault.publicKey}:${vault.turnOffDigest}`);
  expect(wasOn(vault)).toBe(true);
  expect(await check(null)).toBe('off');
});

it('waits for unlocking if the service says that the keys were changed, and refuses the earlier ones then', async () => {
  const { rawKey, stored, ...first } = await createAccountKeys(accountId);
  const changed = await createNextKeys(accountId, rawKey, stored);
  pinVault(first.vault, false);
  noteOn(first.vault);
  const claim = async ({ publicKey, keyVersion }: typeof stored, state = 'on') => {
    await checkClaim(accountId, async () => toClaim(state, publicKey, keyVersion), noStatements);
    return problem();
  };
  expect(await claim(changed.stored)).toBe('changed');
  // Without unlocking, the device still knows the earlier keys only.
  expect(await claim(stored)).toBeNull();
  pinVault(changed.vault, false);
  expect(await claim(changed.stored)).toBeNull();
  expect(wasOn(changed.vault)).toBe(true);
  expect(await claim(stored)).toBe('keys');
  expect(await claim({ ...stored, keyVersion: 2 })).toBe('keys');
  expect(await claim(changed.stored, 'turning_on')).toBe('older');
  expect(() => pinVault(first.vault, false)).toThrow('failed verification');
  // A key that this device has stored before is not an attack.
  pinVault(first.vault, true);
  expect(await claim(stored)).toBe('keys');
});

it('outlives signing out, but not the account', async () => {
  pinVault(vault, false);
  const client = { auth: { signOut: async () => ({ error: null }) } } as unknown as Supabase;
  const session = { user: { id: accountId } } as Parameters<typeof endSession>[1];
  await endSession(client, session, 'local');
  await endSession(client, session, 'global');
  expect(isPinned(accountId)).toBe(true);
  await endSession(client, session, 'deleted');
  expect(isPinned(accountId)).toBe(false);
});

it('does not follow the service without the statement of a device', async () => {
  pinVault(vault, false);
  for (const state of [null, 'turning_off']) {
    expect(await check(state)).toBe('off');
    expect(await check(state, vault, await createTurnOffStatements(next))).toBe('off');
    expect(await check(state, vault, [statement])).toBeNull();
  }
  expect(await check('on', next)).toBe('keys');
  expect(isPinned(accountId)).toBe(true);
});

it('asks again before it reports a problem, because a response may arrive late', async () => {
  pinVault(vault, false);
  noteOn(vault);
  const [on, off] = [toClaim('on', vault.publicKey), toClaim(null, null)];
  for (const late of [off, toClaim('turning_on', vault.publicKey), toClaim('on', next.publicKey)]) {
    const answers = [late, on, late, off];
    const ask = async () => answers.shift()!;
    expect(await checkClaim(accountId, ask, noStatements)).toBeNull();
    expect(problem()).toBeNull();
    expect(wasOn(vault)).toBe(true);
    expect(await checkClaim(accountId, ask, noStatements)).toBe('off');
    expect(problem()).toBe('off');
  }
});

it('shows what the newest check found, whichever ends last', async () => {
  pinVault(vault, false);
  noteOn(vault);
  const request = startCheck(accountId);
  expect(await check('on')).toBeNull();
  request('off');
  expect(problem()).toBeNull();

  const [asked, answered] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  const reads = [
    async () => toClaim(null, null),
    async () => {
      asked.resolve(null);
      await answered.promise;
      return toClaim(null, null);
    },
  ];
  const repeated = checkClaim(accountId, () => reads.shift()!(), noStatements);
  await asked.promise;
  expect(await check('on')).toBeNull();
  answered.resolve(null);
  expect(await repeated).toBe('off');
  expect(problem()).toBeNull();
  expect(await check(null)).toBe('off');

  const slow = Promise.withResolvers<ReturnType<typeof toClaim>>();
  const older = checkClaim(accountId, () => slow.promise, noStatements);
  startCheck(accountId)('off');
  slow.resolve(toClaim('on', vault.publicKey));
  expect(await older).toBeNull();
  expect(problem()).toBe('off');

  const late = startCheck(accountId);
  acceptClaim(accountId, 'off');
  late('off');
  expect(problem()).toBeNull();
});

it('follows a device that turned it off and on again, whose keys the next unlocking pins', async () => {
  pinVault(vault, false);
  expect(await check('on', next, [statement])).toBeNull();
  expect(isPinned(accountId)).toBe(false);
  pinVault(next, false);
  expect(await check('on', next)).toBeNull();
  // A key that this device has stored before doesn't replace the newer one.
  pinVault(vault, true);
  expect(wasOn(next)).toBe(true);
});

it('follows the service once the user accepts what it says', async () => {
  pinVault(vault, false);
  noteOn(vault);
  expect(await check('turning_on')).toBe('older');
  acceptClaim(accountId, 'older');
  expect(problem()).toBeNull();
  expect(await check('turning_on')).toBeNull();

  expect(await check('on', next)).toBe('keys');
  acceptClaim(accountId, 'keys');
  expect(isPinned(accountId)).toBe(false);
  pinVault(next, false);

  expect(await check('turning_off', next)).toBe('off');
  acceptClaim(accountId, 'off');
  expect([isPinned(accountId), isOffAccepted(next), isOffAccepted(vault)]).toEqual([false, true, false]);
  // Unlocking it to decrypt the chats changes nothing.
  pinVault(next, false);
  expect(await check('turning_off', next)).toBeNull();
  expect(await check(null)).toBeNull();
  forgetPin(accountId);
  expect(readStored(historyPinKey(accountId))).toBeNull();
});

it('protects again if the history is on after all', async () => {
  pinVault(vault, false);
  acceptClaim(accountId, 'off');
  expect(await check('on')).toBeNull();
  expect(isPinned(accountId)).toBe(true);
  expect(await check(null)).toBe('off');
});
