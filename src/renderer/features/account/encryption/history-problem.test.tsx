import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createAccountKeys } from '../../../../shared/vault/account-keys.ts';
import { historyPinKey, writeStored } from '../../../lib/storage.ts';
import { pinVault, startCheck } from '../../../lib/vault/pin.ts';
import { lockVault, unlockVault } from '../../../lib/vault/vault.ts';
import { type FakeService, fakeSession } from '../../../testing/fake-service.ts';
import { ada, open, region } from '../testing/open-section.tsx';

const userId = fakeSession(ada).user.id;
const { vault, stored } = await createAccountKeys(userId);
const encrypted = { ...ada, isEncrypted: true };
const row = {
  state: 'on',
  key_version: stored.keyVersion,
  public_key: stored.publicKey,
  private_key: stored.privateKey,
  past_keys: stored.pastKeys,
  unlock_methods: [],
};
const path = 'GET /rest/v1/account_encryption';

/** Makes the service report that encrypted history is off, or is being turned off. */
function claim(service: FakeService, state: 'off' | 'turning_off' = 'off') {
  service.answer('GET /rest/v1/system_settings', { body: [{ setting_value: 'offered' }] });
  service.answer(path, { body: state === 'off' ? [] : [{ ...row, state }] });
  service.answer('GET /rest/v1/turn_off_statements', { body: [] });
}

beforeEach(() => {
  pinVault(vault, false);
  onTestFinished(async () => {
    await lockVault();
    writeStored(historyPinKey(userId), null);
    startCheck(userId)(null);
  });
});

const title = "This device can't confirm your encrypted history";
const accept = { name: 'Accept that history is no longer encrypted' };

async function openProblem(prepare: (service: FakeService) => void = claim) {
  const app = await open('privacy', prepare, encrypted);
  await screen.findByRole('region', { name: title });
  return { ...app, notice: region(title), dialog: () => within(screen.getByRole('dialog')) };
}

describe('a claim that this device can not confirm', () => {
  it('is accepted before the service responds, and the dialog closes', async () => {
    const { user, notice, dialog, service } = await openProblem();
    await user.click(notice.getByRole('button', accept));
    const { promise, resolve } = Promise.withResolvers<{ body: unknown }>();
    service.answer(path, () => promise);
    await user.click(dialog().getByRole('button', { name: 'Accept' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    resolve({ body: [row] });
    await waitFor(() => expect(screen.queryByRole('region', { name: title })).toBeNull());
  });

  it('stays if the service does not respond to another check, and the page says so', async () => {
    const { user, notice, service } = await openProblem();
    const message = "Couldn't check whether your history is encrypted.";
    expect(notice.queryByText(message)).toBeNull();
    service.answer(path, { status: 500, body: { message: 'x' } });
    await user.click(notice.getByRole('button', { name: 'Check again' }));
    expect(await notice.findByText(message)).toHaveRole('alert');
    service.answer(path, { body: [row] });
    await user.click(notice.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: title })).toBeNull());
  });

  it('says what accepting it loses only while the history is locked without its keys', async () => {
    const loss = /its drafts and waiting messages can't be decrypted/;
    const { user, notice, dialog, service, client } = await openProblem();
    await user.click(notice.getByRole('button', accept));
    expect(dialog().getByText(loss)).toBeVisible();
    claim(service, 'turning_off');
    await act(() => client.refetchQueries());
    await waitFor(() => expect(dialog().queryByText(loss)).toBeNull());
    claim(service);
    await act(() => client.refetchQueries());
    expect(await dialog().findByText(loss)).toBeVisible();
    await act(() => unlockVault(userId, vault.accountKey, stored, false));
    expect(dialog().queryByText(loss)).toBeNull();
  });
});
