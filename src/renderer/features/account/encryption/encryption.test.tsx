import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccountKeys } from '../../../../shared/vault/account-keys.ts';
import { forgetHistories } from '../../../../shared/encrypted-history/open-history.ts';
import type { FakeService } from '../../../testing/fake-service.ts';
import { forgetDeviceKey, readDeviceKey } from '../../../lib/vault/device-key.ts';
import { currentVault, lockVault } from '../../../lib/vault/vault.ts';
import { fakeSession } from '../../../testing/fake-service.ts';
import { ada, guest, open, region } from '../testing/open-section.tsx';
import type { StretchRequest } from './stretch/stretch.ts';

const userId = fakeSession(ada).user.id;
const passphrase = 'four random leaves';

/** Uses SHA-256 instead of the slow Argon2id, which src/shared/vault tests. */
class FakeWorker {
  onmessage: ((event: { data: Uint8Array }) => void) | null = null;
  terminate() {}
  postMessage({ passphrase: text, salt }: StretchRequest) {
    const bytes = new Uint8Array([...new TextEncoder().encode(text), ...salt]);
    void crypto.subtle
      .digest('SHA-256', bytes)
      .then((digest) => this.onmessage?.({ data: new Uint8Array(digest) }));
  }
}

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly [name: string]: unknown;
}

function fakeEncryption(service: FakeService) {
  const stored: { keys: Record<string, unknown> | null; methods: Row[] } = { keys: null, methods: [] };
  const dated = (row: Row): Row => ({ ...row, created_at: '2026-11-01T12:00:00Z', last_used_at: null });
  service.answer('GET /rest/v1/system_settings', { body: [{ setting_value: 'offered' }] });
  service.answer('GET /rest/v1/account_encryption', () => ({
    body: stored.keys ? [{ ...stored.keys, unlock_methods: stored.methods }] : [],
  }));
  service.answer('GET /rest/v1/turn_off_statements', { body: [] });
  service.answer('POST /rest/v1/rpc/turn_on_encryption', ({ body }) => {
    const { methods, ...keys } = body as { methods: Row[] };
    stored.keys = { ...keys, state: 'turning_on', key_version: 1, past_keys: null };
    stored.methods = methods.map(dated);
    return { body: stored.keys };
  });
  service.answer('POST /rest/v1/rpc/change_keys', ({ body }) => {
    const { methods, ...keys } = body as { methods: Row[] };
    stored.keys = { ...keys, state: 'on' };
    stored.methods = methods.map(dated);
    return { body: stored.keys };
  });
  service.answer('POST /rest/v1/rpc/add_unlock_method', ({ body }) => {
    const { method, replaces } = body as { method: Row; replaces?: string };
    stored.methods = [...stored.methods.filter(({ id }) => id !== replaces), dated(method)];
    return { body: method.id };
  });
  service.answer('POST /rest/v1/rpc/remove_unlock_method', ({ body }) => {
    stored.methods = stored.methods.filter(({ id }) => id !== (body as { method: string }).method);
    return { body: true };
  });
  service.answer('POST /rest/v1/rpc/use_unlock_method', { status: 204 });
  return stored;
}

async function openSection(change: (service: FakeService) => void = () => {}) {
  let stored: ReturnType<typeof fakeEncryption> | null = null;
  const app = await open('privacy', (service) => {
    stored = fakeEncryption(service);
    change(service);
  });
  await screen.findByRole('region', { name: 'Encrypted history' });
  return { ...app, stored: stored!, section: region('Encrypted history') };
}

type Opened = Awaited<ReturnType<typeof openSection>>;

async function beginTurningOn({ user, section }: Opened) {
  await user.click(await section.findByRole('button', { name: 'Turn on encrypted history' }));
  await user.click(section.getByRole('button', { name: 'I understand, continue' }));
}

async function setUpPassphrase({ user, section }: Opened, text = passphrase, repeated = text) {
  const opener = section.queryByRole('button', { name: 'Set up: Passphrase' });
  if (opener) await user.click(opener);
  await user.clear(section.getByLabelText('Passphrase', { selector: '[type=password]' }));
  await user.type(section.getByLabelText('Passphrase', { selector: '[type=password]' }), text);
  await user.clear(section.getByLabelText('Repeat the passphrase'));
  await user.type(section.getByLabelText('Repeat the passphrase'), repeated);
  await user.click(section.getByRole('button', { name: 'Save passphrase' }));
}

async function setUpWords({ user, section }: Opened): Promise<string[]> {
  const opener = section.queryByRole('button', { name: 'Set up: Recovery words' });
  if (opener) await user.click(opener);
  const list = await section.findByRole('list', { name: 'Your recovery words' });
  const words = Array.from(list.children, (item) => item.textContent);
  await user.click(section.getByRole('button', { name: 'I wrote them down' }));
  for (const input of section.getAllByLabelText(/^Word \d+$/))
    await user.type(input, words[Number(input.getAttribute('name'))] ?? '');
  await user.click(section.getByRole('button', { name: 'Confirm' }));
  return words;
}

async function turnOn(opened: Opened): Promise<string[]> {
  await beginTurningOn(opened);
  await setUpPassphrase(opened);
  await opened.section.findByText('Done', { selector: 'span' });
  const words = await setUpWords(opened);
  await opened.user.click(opened.section.getByRole('button', { name: 'Turn on' }));
  await opened.section.findByRole('button', { name: 'Lock now' });
  return words;
}

async function lock({ user, section }: Opened) {
  await user.click(section.getByRole('button', { name: 'Lock now' }));
  await section.findByText(/Unlock it to read it on this device/);
}

beforeEach(() => void vi.stubGlobal('Worker', FakeWorker));
afterEach(async () => {
  vi.unstubAllGlobals();
  await lockVault();
  await forgetDeviceKey(userId);
  forgetHistories();
});

describe('turning encrypted history on', () => {
  it('explains what can be lost, requires two methods, and stores no secret', async () => {
    const opened = await openSection();
    const { user, section, service, stored } = opened;
    expect(section.getByText(/only you can read what is stored/)).toBeVisible();
    await user.click(await section.findByRole('button', { name: 'Turn on encrypted history' }));
    expect(section.getByText('If you lose all unlock methods, your chats are lost')).toBeVisible();
    await user.click(section.getByRole('button', { name: 'I understand, continue' }));
    const finish = section.getByRole('button', { name: 'Turn on' });
    expect(finish).toBeDisabled();
    await setUpPassphrase(opened);
    await section.findByText('Done', { selector: 'span' });
    expect(finish).toBeDisabled();
    const words = await setUpWords(opened);
    await waitFor(() => expect(finish).toBeEnabled());
    await user.click(finish);
    expect(await section.findByText(/Your existing chats are being encrypted/)).toBeVisible();
    expect(stored.methods.map(({ kind }) => kind)).toEqual(['passphrase', 'words']);
    const sent = JSON.stringify(service.requests.map(({ body, search }) => [body, search]));
    expect(sent).not.toContain(passphrase);
    expect(sent).not.toContain(words.join(' '));
    expect(currentVault()).toMatchObject({ accountId: userId });
  });

  it('refuses short and different passphrases', async () => {
    const opened = await openSection();
    await beginTurningOn(opened);
    await setUpPassphrase(opened, 'short');
    expect(await opened.section.findByText('Use at least 12 characters.')).toBeVisible();
    await setUpPassphrase(opened, passphrase, `${passphrase}s`);
    expect(await opened.section.findByText(/The passphrases don't match/)).toBeVisible();
  });

  it('refuses words that differ from the list, and shows them again', async () => {
    const opened = await openSection();
    const { user, section } = opened;
    await beginTurningOn(opened);
    await user.click(section.getByRole('button', { name: 'Set up: Recovery words' }));
    const shown = section.getByRole('list', { name: 'Your recovery words' }).textContent;
    await user.click(section.getByRole('button', { name: 'I wrote them down' }));
    for (const input of section.getAllByLabelText(/^Word \d+$/)) await user.type(input, 'clover');
    await user.click(section.getByRole('button', { name: 'Confirm' }));
    expect(await section.findByText(/These words differ from the list/)).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Show the words again' }));
    expect(section.getByRole('list', { name: 'Your recovery words' }).textContent).toBe(shown);
  });

  it('says that another device was faster, and changes nothing', async () => {
    const opened = await openSection((service) =>
      service.answer('POST /rest/v1/rpc/turn_on_encryption', {
        status: 409,
        body: { code: 'PT409', hint: 'already_on', message: 'x' },
      }),
    );
    await beginTurningOn(opened);
    await setUpPassphrase(opened);
    await opened.section.findByText('Done', { selector: 'span' });
    await setUpWords(opened);
    await opened.user.click(opened.section.getByRole('button', { name: 'Turn on' }));
    expect(await opened.section.findByText(/Another device has turned encrypted history on/)).toBeVisible();
    expect(currentVault()).toBeNull();
  });

  it('is not shown if administrators do not offer it', async () => {
    await open('privacy');
    await screen.findByRole('region', { name: 'Shared chats' });
    expect(screen.queryByRole('region', { name: 'Encrypted history' })).toBeNull();
  });

  it('is not shown to guests', async () => {
    await open('privacy', (service) => void fakeEncryption(service), guest);
    expect(screen.queryByRole('region', { name: 'Encrypted history' })).toBeNull();
  });
});

describe('an encrypted history', () => {
  it('locks, and unlocks with the passphrase', async () => {
    const opened = await openSection();
    await turnOn(opened);
    await lock(opened);
    expect(currentVault()).toBeNull();
    expect(await readDeviceKey(userId)).toBeNull();
    const { user, section } = opened;
    await user.type(
      section.getByLabelText('Passphrase', { selector: '[type=password]' }),
      'not the passphrase',
    );
    await user.click(section.getByRole('button', { name: 'Unlock' }));
    expect(await section.findByText(/This passphrase is wrong/)).toBeVisible();
    await user.clear(section.getByLabelText('Passphrase', { selector: '[type=password]' }));
    await user.type(section.getByLabelText('Passphrase', { selector: '[type=password]' }), passphrase);
    await user.click(section.getByRole('button', { name: 'Unlock' }));
    expect(await section.findByRole('button', { name: 'Lock now' })).toBeVisible();
    expect(currentVault()).toMatchObject({ accountId: userId });
  });

  it('unlocks with the words, and says what is wrong with them', async () => {
    const opened = await openSection();
    const words = await turnOn(opened);
    await lock(opened);
    const { user, section } = opened;
    await user.click(section.getByRole('radio', { name: 'Recovery words' }));
    const enter = async (text: string) => {
      await user.clear(section.getByLabelText('Your 24 recovery words'));
      await user.click(section.getByLabelText('Your 24 recovery words'));
      await user.paste(text);
      await user.click(section.getByRole('button', { name: 'Unlock' }));
    };
    await enter(words.slice(1).join(' '));
    expect(await section.findByText('Enter all 24 words. You entered 23.')).toBeVisible();
    await enter(words.with(2, 'clovr').join(' '));
    expect(await section.findByText(/Word 3, "clovr", is not a recovery word/)).toBeVisible();
    await enter(`${'abandon '.repeat(23)}art`);
    expect(await section.findByText(/not the recovery words of this account/)).toBeVisible();
    await enter(words.join('\n'));
    expect(await section.findByRole('button', { name: 'Lock now' })).toBeVisible();
  });

  it('stays unlocked with a key that scripts can not read', async () => {
    await turnOn(await openSection());
    const storedKey = await readDeviceKey(userId);
    expect(storedKey?.accountKey).toMatchObject({ extractable: false, type: 'secret' });
    await expect(crypto.subtle.exportKey('raw', storedKey!.accountKey)).rejects.toMatchObject({
      name: 'InvalidAccessError',
    });
  });

  it('asks to unlock again before a method changes, and replaces the passphrase', async () => {
    const opened = await openSection();
    const { user, section, stored } = opened;
    await turnOn(opened);
    const former = stored.methods.find(({ kind }) => kind === 'passphrase');
    await user.click(section.getByRole('button', { name: 'Replace: Passphrase' }));
    expect(section.queryByLabelText('Repeat the passphrase')).toBeNull();
    await user.type(section.getByLabelText('Passphrase', { selector: '[type=password]' }), passphrase);
    await user.click(section.getByRole('button', { name: 'Unlock' }));
    await section.findByLabelText('Repeat the passphrase');
    await setUpPassphrase(opened, 'another passphrase');
    await waitFor(() => expect(stored.methods.map(({ id }) => id)).not.toContain(former?.id));
    expect(stored.methods.filter(({ kind }) => kind === 'passphrase')).toHaveLength(1);
    await lock(opened);
    await user.type(
      section.getByLabelText('Passphrase', { selector: '[type=password]' }),
      'another passphrase',
    );
    await user.click(section.getByRole('button', { name: 'Unlock' }));
    expect(await section.findByRole('button', { name: 'Lock now' })).toBeVisible();
  });

  it('reports that the service replaced the keys, and that they fail verification if the user accepts them', async () => {
    const opened = await openSection();
    const { user, section, stored } = opened;
    await turnOn(opened);
    const isUnlockable = () => section.queryByText(/Unlock it to read it on this device/) !== null;
    expect(isUnlockable()).toBe(false);
    const { keys } = stored;
    const exchange = async () => {
      stored.keys = { ...keys, public_key: 'A'.repeat(43) };
      // Returning to the page reads the keys again.
      window.dispatchEvent(new Event('visibilitychange'));
      expect(
        await section.findByText(/returns encryption keys that differ from those of your/),
      ).toBeVisible();
    };
    await exchange();
    stored.keys = keys;
    await user.click(section.getByRole('button', { name: 'Check again' }));
    await section.findByRole('button', { name: 'Lock now' });
    await exchange();
    expect(currentVault()).not.toBeNull();
    expect(await readDeviceKey(userId)).not.toBeNull();
    await user.click(section.getByRole('button', { name: 'Use the other keys' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Use the other keys?' }));
    await user.click(dialog.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(isUnlockable()).toBe(true));
    expect(await readDeviceKey(userId)).toBeNull();
    await user.type(section.getByLabelText('Passphrase', { selector: '[type=password]' }), passphrase);
    await user.click(section.getByRole('button', { name: 'Unlock' }));
    expect(await section.findByText(/The stored keys failed verification/)).toBeVisible();
    expect(currentVault()).toBeNull();
  });

  it.each([
    ['instructions', 'account_instructions', [{ about: 'a', style: 'b', is_used: true }]],
    ['personas', 'personas', []],
    ['prompts', 'saved_prompts', []],
  ] as const)('asks to unlock it before it shows the %s', async (section, table, rows) => {
    const { stored } = await createAccountKeys(userId);
    const person = { ...ada, isEncrypted: true };
    const { service } = await open(
      section,
      (fake) => {
        Object.assign(fakeEncryption(fake), {
          keys: {
            state: 'on',
            key_version: 1,
            public_key: stored.publicKey,
            private_key: stored.privateKey,
            past_keys: null,
          },
        });
        fake.answer(`GET /rest/v1/${table}`, { body: rows });
      },
      person,
    );
    expect(await screen.findByRole('heading', { name: 'Unlock your history' })).toBeVisible();
    expect(service.to(`/rest/v1/${table}`)).toEqual([]);
  });
});
