import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAccountKeys, importKey, randomKey } from '../../../shared/vault/account-keys.ts';
import { forgetDeviceKey, keepDeviceKey, readDeviceKey } from './device-key.ts';
import { isIdle, lockAfter, recordActivity, watchIdle } from './idle.ts';
import { lockChannel, signalLock } from '../account-database.ts';
import {
  currentVault,
  lockIfChanged,
  lockVault,
  restoreVault,
  subscribeToVault,
  unlockVault,
} from './vault.ts';

const accountId = '6f1c2a90-4a0e-4b52-9d43-0d2f4f8f7a11';
const { stored, vault } = await createAccountKeys(accountId);
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
  await lockIfChanged(accountId, { ...stored, keyVersion: 2 });
  expect(currentVault()).toBeNull();
  expect(await readDeviceKey(accountId)).toBeNull();
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
