import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetHistories } from '../../../../shared/encrypted-history/open-history.ts';
import {
  createAccountKeys,
  createNextKeys,
  importKey,
  openVault,
} from '../../../../shared/vault/account-keys.ts';
import { createSalt, unwrapAccountKey, wrapAccountKey } from '../../../../shared/vault/unlock-method.ts';
import { historyPinKey, renewedKeysKey, writeStored } from '../../../lib/storage.ts';
import { forgetDeviceKey } from '../../../lib/vault/device-key.ts';
import { startCheck } from '../../../lib/vault/pin.ts';
import { currentVault, lockVault, unlockVault } from '../../../lib/vault/vault.ts';
import { fakeSession } from '../../../testing/fake-service.ts';
import { ada, open, region } from '../testing/open-section.tsx';
import type { StretchRequest } from './stretch/stretch.ts';

const userId = fakeSession(ada).user.id;
const passphrase = 'four random leaves';
const newPassphrase = 'five other petals';

const stretched = async (text: string, salt: Uint8Array) =>
  new Uint8Array(
    await crypto.subtle.digest('SHA-256', new Uint8Array([...new TextEncoder().encode(text), ...salt])),
  );

/** Uses SHA-256 instead of the slow Argon2id, which src/shared/vault tests. */
class FakeWorker {
  onmessage: ((event: { data: Uint8Array }) => void) | null = null;
  terminate() {}
  postMessage({ passphrase: text, salt }: StretchRequest) {
    void stretched(text, salt).then((data) => this.onmessage?.({ data }));
  }
}

const toRow = ({ keyVersion, publicKey, privateKey, pastKeys }: Keys['stored']) => ({
  key_version: keyVersion,
  public_key: publicKey,
  private_key: privateKey,
  past_keys: pastKeys,
});

type Keys = Awaited<ReturnType<typeof createAccountKeys>>;

async function passphraseMethod({ rawKey, stored: { keyVersion } }: Keys, text: string) {
  const salt = createSalt();
  const bytes = Uint8Array.from(atob(salt.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  const method = { id: crypto.randomUUID(), kind: 'passphrase' as const, keyVersion, salt };
  const { wrappedKey } = await wrapAccountKey(userId, method, await stretched(text, bytes), rawKey);
  return {
    id: method.id,
    kind: method.kind,
    name: 'Passphrase',
    key_version: keyVersion,
    salt,
    credential_id: null,
    wrapped_key: wrappedKey,
    created_at: '2026-11-01T12:00:00Z',
    last_used_at: null,
  };
}

/** Opens the settings of an account whose encrypted history is on and unlocked. */
async function openSection() {
  const keys = await createAccountKeys(userId);
  const answer = { keys: toRow(keys.stored), methods: [await passphraseMethod(keys, passphrase)] };
  await unlockVault(userId, keys.vault.accountKey as CryptoKey, keys.stored, false);
  const app = await open('privacy', (service) => {
    service.answer('GET /rest/v1/system_settings', { body: [{ setting_value: 'offered' }] });
    service.answer('GET /rest/v1/account_encryption', () => ({
      body: [{ ...answer.keys, state: 'on', unlock_methods: answer.methods }],
    }));
    service.answer('GET /rest/v1/turn_off_statements', { body: [] });
    service.answer('GET /rest/v1/chat_history', { body: [] });
    service.answer('POST /rest/v1/rpc/use_unlock_method', { status: 204 });
    service.answer('POST /rest/v1/rpc/change_keys', ({ body }) => {
      const { methods, ...row } = body as { methods: typeof answer.methods } & typeof answer.keys;
      answer.keys = row;
      answer.methods = methods.map((method) => ({ ...answer.methods[0]!, ...method }));
      return { body: row };
    });
  });
  await screen.findByRole('region', { name: 'Encrypted history' });
  const section = region('Encrypted history');
  await section.findByRole('button', { name: 'Lock now' });
  return { ...app, section, keys, answer };
}

type Opened = Awaited<ReturnType<typeof openSection>>;

const passphraseField = () => screen.getByLabelText('Passphrase', { selector: '[type=password]' });

/** Goes through the steps of the dialog, up to the button that stores the keys. */
async function prepare({ user, section }: Opened) {
  await user.click(section.getByRole('button', { name: 'Change keys' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change keys' }));
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await user.type(passphraseField(), passphrase);
  await user.click(dialog.getByRole('button', { name: 'Unlock' }));
  const finish = await dialog.findByRole('button', { name: 'Change keys' });
  expect(finish).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: 'Set up: Passphrase' }));
  await user.type(passphraseField(), newPassphrase);
  await user.type(dialog.getByLabelText('Repeat the passphrase'), newPassphrase);
  await user.click(dialog.getByRole('button', { name: 'Save passphrase' }));
  await dialog.findByText('Done', { selector: 'span' });
  expect(finish).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: 'Set up: Recovery words' }));
  const list = await dialog.findByRole('list', { name: 'Your recovery words' });
  const words = Array.from(list.children, (item) => item.textContent);
  await user.click(dialog.getByRole('button', { name: 'I wrote them down' }));
  for (const input of dialog.getAllByLabelText(/^Word \d+$/))
    await user.type(input, words[Number(input.getAttribute('name'))] ?? '');
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(finish).toBeEnabled());
  return { dialog, finish };
}

beforeEach(() => void vi.stubGlobal('Worker', FakeWorker));
afterEach(async () => {
  vi.unstubAllGlobals();
  await lockVault();
  await forgetDeviceKey(userId);
  forgetHistories();
  startCheck(userId)(null);
  writeStored(historyPinKey(userId), null);
  writeStored(renewedKeysKey(userId), null);
});

it('says what changing the keys does and can not undo, and changes nothing if the user cancels', async () => {
  const { user, section, service } = await openSection();
  await user.click(section.getByRole('button', { name: 'Change keys' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change keys' }));
  expect(dialog.getByText(/encrypted with new keys\. The earlier keys/)).toBeVisible();
  expect(dialog.getByText(/a lost device can still read what it has stored/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(service.to('/rest/v1/rpc/change_keys')).toEqual([]);
});

it('replaces the keys and all methods, and stays unlocked with the new keys', async () => {
  const opened = await openSection();
  const { user, keys, answer, section, service } = opened;
  const { finish } = await prepare(opened);
  await user.click(finish);
  await waitFor(() => expect(currentVault()).toMatchObject({ keyVersion: 2 }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await section.findByRole('button', { name: 'Lock now' })).toBeVisible();
  expect(currentVault()?.pastPublicKeys).toEqual([keys.stored.publicKey]);
  expect(answer.methods.map(({ kind, key_version: version }) => [kind, version])).toEqual([
    ['passphrase', 2],
    ['words', 2],
  ]);
  const [method] = answer.methods;
  const salt = Uint8Array.from(atob(method!.salt.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  const rawKey = await unwrapAccountKey(
    userId,
    {
      id: method!.id,
      kind: 'passphrase',
      keyVersion: 2,
      salt: method!.salt,
      wrappedKey: method!.wrapped_key,
    },
    await stretched(newPassphrase, salt),
  );
  const { public_key: publicKey, private_key: privateKey, past_keys: pastKeys } = answer.keys;
  const stored = { keyVersion: 2, publicKey, privateKey, pastKeys };
  expect(await openVault(userId, await importKey(rawKey), stored)).toMatchObject({ keyVersion: 2 });
  const sent = JSON.stringify(service.requests.map(({ body }) => body));
  expect(sent).not.toContain(newPassphrase);
});

it('says that another device was faster, and keeps the earlier keys', async () => {
  const opened = await openSection();
  const { user, keys, service } = opened;
  const { dialog, finish } = await prepare(opened);
  service.answer('POST /rest/v1/rpc/change_keys', {
    status: 409,
    body: { code: 'PT409', hint: 'key_changed', message: 'x' },
  });
  await user.click(finish);
  expect(await dialog.findByText(/Another device has changed the keys/)).toBeVisible();
  expect(currentVault()).toMatchObject({ publicKey: keys.stored.publicKey });
});

it('asks to unlock again after another device has changed the keys, and accepts the new ones', async () => {
  const { user, section, keys, answer, client } = await openSection();
  const next = await createNextKeys(userId, keys.rawKey, keys.stored);
  answer.keys = toRow(next.stored);
  answer.methods = [await passphraseMethod(next, newPassphrase)];
  await act(() => client.invalidateQueries());
  expect(await section.findByText(/were changed on another device/)).toBeVisible();
  expect(currentVault()).toBeNull();
  await user.type(passphraseField(), newPassphrase);
  await user.click(section.getByRole('button', { name: 'Unlock' }));
  expect(await section.findByRole('button', { name: 'Lock now' })).toBeVisible();
  expect(currentVault()).toMatchObject({ publicKey: next.stored.publicKey });
});

it('refuses keys that the service made up, although they have a higher version', async () => {
  const { user, section, answer, client } = await openSection();
  const invented = await createAccountKeys(userId);
  const forged = await createNextKeys(userId, invented.rawKey, invented.stored);
  answer.keys = toRow(forged.stored);
  answer.methods = [await passphraseMethod(forged, passphrase)];
  await act(() => client.invalidateQueries());
  expect(await section.findByText(/were changed on another device/)).toBeVisible();
  await user.type(passphraseField(), passphrase);
  await user.click(section.getByRole('button', { name: 'Unlock' }));
  expect(await section.findByText(/The stored keys failed verification/)).toBeVisible();
  expect(currentVault()).toBeNull();
});
