import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  createAccountKeys,
  createNextKeys,
  importKey,
  randomKey,
} from '../../../shared/vault/account-keys.ts';
import { VerificationError } from '../../../shared/vault/verification-error.ts';
import { forgetDeviceKey, keepDeviceKey, readDeviceKey } from './device-key.ts';
import { isIdle, lockAfter, recordActivity, watchIdle } from './idle.ts';
import { lockChannel, signalLock } from '../account-database.ts';
import {
  changeVault,
  currentVault,
  lockIfChanged,
  lockVault,
  restoreVault,
  subscribeToVault,
  unlockVault,
} from './vault.ts';

const accountId = '6f1c2a90-4a0e-4b52-9d43-0d2f4f8f7a11';
const { rawKey, stored, vault } = await createAccountKeys(accountId);
const unlock = (isKept: boolean) => unlockVault(accountId, vault.accountKey, stored, isKept);

const nextChange = () =>
  new Promise<void>((resolve) => {
    const stop = subscribeToVault(() => {
      stop();
      resolve();
    });
  });

beforeEach(() => localStorage.clear());
afterEach(async () => {
  vi.useRealTimers();
  await lockVault();
  await forgetDeviceKey(accountId);
});

it('unlocks in memory only, unless the user wants to stay unlocked', async () => {
  expect(await unlock(false)).toBe(false);
  expect(currentVault()).toMatchObject({ accountId });
  expect(await readDeviceKey(accountId)).toBeNull();
  expect(await unlock(true)).toBe(true);
  expect(await readDeviceKey(accountId)).toMatchObject({ keys: stored });
});

it('unlocks a new page with the kept key, once for all requests at the start, and without the service', async () => {
  await keepDeviceKey(accountId, { keys: stored, accountKey: vault.accountKey });
  const [one, other] = await Promise.all([restoreVault(accountId), restoreVault(accountId)]);
  expect(one).toMatchObject({ publicKey: stored.publicKey });
  expect(other).toBe(one);
  expect(currentVault()).toBe(one);
});

it('forgets a kept key that does not open the stored keys', async () => {
  await keepDeviceKey(accountId, { keys: stored, accountKey: await importKey(randomKey()) });
  expect(await restoreVault(accountId)).toBeNull();
  expect(await readDeviceKey(accountId)).toBeNull();
  expect(currentVault()).toBeNull();
});

it('locks when the keys on the service differ from those of this page', async () => {
  await unlock(true);
  await lockIfChanged(accountId, stored);
  expect(currentVault()).not.toBeNull();
  await lockIfChanged(accountId, (await createAccountKeys(accountId)).stored);
  expect(currentVault()).toBeNull();
  expect(await readDeviceKey(accountId)).toBeNull();
});

it('stays unlocked when this page changes the keys, and ignores late responses from before', async () => {
  await unlock(true);
  const next = await createNextKeys(accountId, rawKey, stored);
  const store = vi.fn<() => Promise<void>>(async () => {
    // Another request may return the new keys first.
    await lockIfChanged(accountId, next.stored);
    expect(currentVault()).toMatchObject({ publicKey: stored.publicKey });
  });
  await changeVault(next, store);
  expect(store).toHaveBeenCalledOnce();
  await lockIfChanged(accountId, stored);
  expect(currentVault()).toMatchObject({ publicKey: next.stored.publicKey, keyVersion: 2 });
  expect(await readDeviceKey(accountId)).toMatchObject({ keys: next.stored });
});

it('keeps the earlier keys if the change is refused', async () => {
  await unlock(true);
  const next = await createNextKeys(accountId, rawKey, stored);
  await expect(changeVault(next, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(currentVault()).toMatchObject({ publicKey: stored.publicKey });
  await lockIfChanged(accountId, next.stored);
  expect(currentVault()).toBeNull();
});

it('keeps the key that another tab of this device has stored after it changed the keys', async () => {
  await unlock(false);
  const next = await createNextKeys(accountId, rawKey, stored);
  await keepDeviceKey(accountId, { keys: next.stored, accountKey: next.vault.accountKey });
  await lockIfChanged(accountId, next.stored);
  expect(currentVault()).toBeNull();
  expect(await restoreVault(accountId)).toMatchObject({ publicKey: next.stored.publicKey });
});

it('accepts other keys only if they contain the ones that this device knows', async () => {
  await unlock(false);
  await lockVault();
  const other = await createAccountKeys(accountId);
  const forged = await createNextKeys(accountId, other.rawKey, other.stored);
  for (const {
    vault: { accountKey },
    stored: keys,
  } of [other, forged])
    await expect(unlockVault(accountId, accountKey, keys, false)).rejects.toThrow(VerificationError);
  expect(currentVault()).toBeNull();
  const next = await createNextKeys(accountId, rawKey, stored);
  const last = await createNextKeys(accountId, next.rawKey, next.stored);
  await unlockVault(accountId, last.vault.accountKey, last.stored, false);
  await lockVault();
  // A service that returns the earlier keys again is refused.
  await expect(unlock(false)).rejects.toThrow(VerificationError);
  await expect(unlockVault(accountId, next.vault.accountKey, next.stored, false)).rejects.toThrow(
    VerificationError,
  );
});

it('opens a kept key from before keys could be changed', async () => {
  const { pastKeys: _, ...keys } = stored;
  await keepDeviceKey(accountId, { keys: keys as typeof stored, accountKey: vault.accountKey });
  expect(await restoreVault(accountId)).toMatchObject({ pastKeys: null });
});

it('locks with the kept key', async () => {
  await unlock(true);
  await lockVault();
  expect(currentVault()).toBeNull();
  expect(await readDeviceKey(accountId)).toBeNull();
});

it('stays unlocked when another tab locks another account', async () => {
  await unlock(false);
  const channel = new BroadcastChannel(lockChannel);
  const arrived = new Promise((resolve) => channel.addEventListener('message', resolve));
  signalLock('another account');
  await arrived;
  channel.close();
  expect(currentVault()).toMatchObject({ accountId });
});

it('locks when another tab locks this account, or signs out', async () => {
  await unlock(false);
  const changed = nextChange();
  signalLock(accountId);
  await changed;
  expect(currentVault()).toBeNull();
});

it('does not unlock with a kept key after the chosen time without use', async () => {
  lockAfter.set('15');
  await keepDeviceKey(accountId, { keys: stored, accountKey: vault.accountKey });
  expect(await restoreVault(accountId)).toBeNull();
  expect(await readDeviceKey(accountId)).toBeNull();
});

it('locks after the chosen time without use, which use extends', () => {
  vi.useFakeTimers();
  lockAfter.set('15');
  recordActivity(accountId);
  const onIdle = vi.fn<() => void>();
  const stop = watchIdle(accountId, onIdle);
  vi.advanceTimersByTime(14 * 60_000);
  window.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(14 * 60_000);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(onIdle).toHaveBeenCalled();
  stop();
  lockAfter.set('never');
  expect(isIdle(accountId)).toBe(false);
});
