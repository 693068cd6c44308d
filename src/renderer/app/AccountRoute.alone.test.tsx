import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createHistory } from '../../shared/encrypted-history/history.ts';
import { createAccountKeys, createTurnOffStatements } from '../../shared/vault/account-keys.ts';
import { createDeviceCipher } from '../features/chat/encrypted/device-cipher.ts';
import { openEncryptedStorage } from '../features/chat/encrypted/encrypted-storage.ts';
import { closeDevice } from '../features/chat/encrypted/open-device.ts';
import { deleteAccountDatabase } from '../lib/account-database.ts';
import { draftKeys, encrypted, encryptedDeviceKey, instructionsKey, writeStored } from '../lib/storage.ts';
import { currentVault, lockVault, unlockVault } from '../lib/vault/vault.ts';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { AccountRoute } from './AccountRoute.tsx';

const userId = fakeSession().user.id;
const draftKey = draftKeys.of(userId, 'instructions');
const saved = { about: 'A saved text', style: '', is_used: true, revision: 1 };

afterEach(async () => {
  await closeDevice(userId);
  await lockVault();
  Object.assign(encrypted, { account: null, storage: null });
  await deleteAccountDatabase(userId);
});

/** Opens the instructions of an unlocked account, with a draft that an earlier page has encrypted. */
async function openInstructions(isEncrypted: boolean) {
  const service = startFakeService();
  const { vault, stored } = await createAccountKeys(userId);
  const cipher = createHistory(vault, 'on').cipherFor({ read: async () => [], call: async () => null });
  const row = isEncrypted
    ? await cipher.encrypt('account_instructions', { ...saved, user_id: userId }, vault.accountKey)
    : saved;
  service.answer('GET /rest/v1/account_instructions', { body: [row] });
  const encryption = {
    state: 'on',
    key_version: stored.keyVersion,
    public_key: stored.publicKey,
    private_key: stored.privateKey,
    past_keys: stored.pastKeys,
    unlock_methods: [],
  };
  service.answer('GET /rest/v1/account_encryption', { body: isEncrypted ? [encryption] : [] });
  service.answer('GET /rest/v1/turn_off_statements', {
    body: (await createTurnOffStatements(vault)).map((statement) => ({ statement })),
  });
  service.answer('GET /rest/v1/system_settings', { body: [] });
  service.answer('POST /auth/v1/token', { body: fakeSession({ isEncrypted }) });
  await unlockVault(userId, vault.accountKey, stored, false);
  const storage = await openEncryptedStorage(userId, createDeviceCipher(currentVault()!));
  storage.write(draftKey, JSON.stringify({ ...saved, about: 'A draft' }));
  await storage.settled();
  storage.close();
  writeStored(encryptedDeviceKey(userId), '1');
  storeSession({ isEncrypted });
  const { user } = renderApp(<AccountRoute />, '/account/instructions');
  return { user, about: await screen.findByDisplayValue('A draft', {}, { timeout: 5_000 }) };
}

it('reads and stores texts encrypted if no chat was open before', async () => {
  const { user, about } = await openInstructions(true);
  await user.type(about, ' continued');
  await vi.waitFor(() => expect(localStorage.getItem(instructionsKey(userId))).toMatch(/^enc1\.k\./));
  expect(encrypted.storage?.read(draftKey)).toContain('A draft continued');
  expect(encrypted.storage?.read(instructionsKey(userId))).toContain('A saved text');
  const stored = JSON.stringify(Object.entries(localStorage));
  expect(stored).not.toContain('A draft');
  expect(stored).not.toContain('A saved text');
});

it('reads texts from before encrypted history was turned off', async () => {
  const { user, about } = await openInstructions(false);
  await user.type(about, ' continued');
  expect(localStorage.getItem(draftKey)).toContain('A draft continued');
});
