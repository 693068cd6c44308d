import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.tsx';
import { readMessagesWith } from '../../lib/translate-message.ts';
import { platform } from '../../platform/index.ts';
import type { NewKeyStorage, KeyPlace } from '../../platform/own-keys/own-keys.ts';
import { fakeSession, startFakeService } from '../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { UiProvider } from '../../theme/UiProvider.tsx';
import { KeyDialogs } from './ApiKeyDialog.tsx';
import type { OpenKeyDialog } from './use-key-dialogs.ts';

const key = 'sk-own-key-0123456789';
const endpointOrigin = 'https://api.openai.example';
const accessToken = fakeSession().access_token;
const row = (name: string, change: Record<string, unknown> = {}) => ({
  id: name,
  name,
  display_name: name === 'openai' ? 'OpenAI' : name,
  endpoint_url: `https://api.${name}.example/v1/chat/completions`,
  has_key: false,
  is_active: false,
  config: { default_model: `${name}-default` },
  ...change,
});
const details = { vendor: 'openai', model: 'openai-default', status: 200, code: null };
const works = { success: true, latency: 12, message: 'Connection successful (12ms)', details };

beforeEach(() => vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600));
afterEach(async () => {
  vi.restoreAllMocks();
  await platform.ownKeys.forget(accessToken);
});

function Dialogs({ first }: { readonly first: OpenKeyDialog }) {
  const [opened, setOpened] = useState<OpenKeyDialog | null>(first);
  const { user } = useSession();
  if (!user) return null;
  if (!opened)
    return (
      <button type="button" onClick={() => setOpened(first)}>
        Reopen
      </button>
    );
  return <KeyDialogs opened={opened} onOpen={setOpened} onClose={() => setOpened(null)} />;
}

/** Opens the dialog of the general-purpose provider, with a fake service. */
function open({
  vendors = [row('openai')],
  vendor = 'openai' as string | null,
  isNeeded = false,
  storage = undefined as NewKeyStorage | undefined,
} = {}) {
  const service = startFakeService();
  service.answer('GET /rest/v1/api_vendors', { body: vendors });
  service.answer('POST /functions/v1/models/check', { body: works });
  if (storage) vi.spyOn(platform.ownKeys, 'describe').mockResolvedValue(storage);
  storeSession();
  const app = renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <UiProvider>
        <Dialogs first={{ vendor, isNeeded }} />
      </UiProvider>
    </QueryClientProvider>,
  );
  return { ...app, service, checks: () => service.to('/functions/v1/models/check') };
}

const field = () => screen.findByLabelText('API key');
const button = (name: string) => screen.findByRole('button', { name });
const storedPlace = async () =>
  (await platform.ownKeys.status({ accessToken, vendor: 'openai', endpointOrigin })).place;

describe('the API key dialog', () => {
  it('shows when the key was last used', async () => {
    const status = { place: 'keychain', elsewhere: null, lastUsed: '2026-11-22T12:00:00.000Z' } as const;
    vi.spyOn(platform.ownKeys, 'status').mockResolvedValue(status);
    open();
    expect(await screen.findByText('Last used on Nov 22, 2026.')).toBeVisible();
  });

  it('has the provider in its title, and a password field with the key format as a hint [KEY-001, KEY-002, KEY-003]', async () => {
    open();
    expect(await screen.findByRole('dialog', { name: 'OpenAI API Key' })).toBeVisible();
    const input = await field();
    expect(input).toHaveAttribute('type', 'password');
    expect(input).toHaveAttribute('placeholder', 'sk-…');
    expect(input).toHaveAttribute('autocomplete', 'off');
    expect(input).toHaveFocus();
    expect(await button('Verify & Save API Key')).toBeVisible();
  });

  it('has its button disabled while the key is blank, and refuses an empty one [KEY-012, KEY-013]', async () => {
    const { user, checks } = open();
    const input = await field();
    expect(await button('Verify & Save API Key')).toBeDisabled();
    await user.type(input, '   {Enter}');
    expect(await screen.findByText('API key cannot be empty')).toBeVisible();
    expect(await button('Verify & Save API Key')).toBeDisabled();
    expect(checks()).toEqual([]);
  });

  it('trims and verifies a pasted key, stores it, closes and shows a toast [KEY-009, KEY-010, KEY-020, KEY-023]', async () => {
    const { user, checks } = open();
    await user.click(await field());
    await user.paste(`  ${key}\n`);
    await user.click(await button('Verify & Save API Key'));
    expect(await screen.findByText('API Key Set')).toBeVisible();
    expect(screen.getByText('Your OpenAI API key has been saved and verified')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(checks().map(({ body, headers }) => [body, headers.get('x-provider-key')])).toEqual([
      [{ vendor: 'openai', model: 'openai-default' }, key],
    ]);
    expect(await storedPlace()).toBe('memory');
  });

  it('shows "Verifying..." until then, and cannot be submitted twice [KEY-004, KEY-008, KEY-013]', async () => {
    const { user, service, checks } = open();
    let answer = (): void => undefined;
    service.answer(
      'POST /functions/v1/models/check',
      () => new Promise((resolve) => (answer = () => resolve({ body: works }))),
    );
    await user.type(await field(), `${key}{Enter}`);
    expect(await button('Verifying...')).toBeDisabled();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(checks()).toHaveLength(1));
    act(() => answer());
    expect(await screen.findByText('API Key Set')).toBeVisible();
    expect(checks()).toHaveLength(1);
  });

  it('when reopened, shows that a key is set but never the key, and lets the user change it [KEY-005, KEY-008, KEY-011]', async () => {
    const { user } = open();
    await user.type(await field(), `${key}{Enter}`);
    await user.click(await button('Reopen'));
    expect(await screen.findByText('Your key is verified.')).toBeVisible();
    expect(screen.queryByLabelText('API key')).toBeNull();
    expect(document.body.innerHTML).not.toContain(key);
    await user.click(await button('Change Key'));
    expect(await field()).toHaveValue('');
  });

  it('removes a key', async () => {
    const { user } = open();
    await user.type(await field(), `${key}{Enter}`);
    await user.click(await button('Reopen'));
    await user.click(await button('Remove key'));
    expect(await screen.findByText('API Key Removed')).toBeVisible();
    expect(await storedPlace()).toBeNull();
    expect(await field()).toBeVisible();
  });

  it('shows an error if a key could not be removed', async () => {
    const { user } = open();
    await user.type(await field(), `${key}{Enter}`);
    await user.click(await button('Reopen'));
    vi.spyOn(platform.ownKeys, 'delete').mockResolvedValueOnce(false);
    await user.click(await button('Remove key'));
    expect(await screen.findByText(/Couldn't remove the key/)).toBeVisible();
  });
});

describe('a key that does not work', () => {
  it.each([
    [
      'is refused by its vendor [KEY-016]',
      { body: { ...works, success: false, message: 'Connection failed: 401 - Incorrect API key' } },
      'API key verification failed: Connection failed: 401 - Incorrect API key',
    ],
    [
      'cannot be tried, and the service says why [KEY-017]',
      { status: 429, body: { error: { code: 'rate', message: 'Please wait a minute.' } } },
      'Error: Please wait a minute.',
    ],
  ])('%s', async (_name, answer, message) => {
    const { user, service } = open();
    service.answer('POST /functions/v1/models/check', answer);
    await user.type(await field(), `${key}{Enter}`);
    expect(await screen.findByText(message)).toBeVisible();
    expect(await storedPlace()).toBeNull();
    expect(await field()).toHaveValue(key);
    expect(await field()).toHaveFocus();
    await user.keyboard('x');
    expect(screen.queryByText(message)).toBeNull();
  });

  it.each([
    [
      { body: { ...works, success: false, message: 'Connection failed' } },
      'API key verification failed: Verbindung fehlgeschlagen',
    ],
    [{ status: 429, body: { error: { message: 'Connection failed' } } }, 'Error: Verbindung fehlgeschlagen'],
  ])('shows the reason in the language of the page', async (answer, message) => {
    onTestFinished(() => readMessagesWith((sentence) => sentence));
    readMessagesWith((sentence) =>
      sentence === 'Connection failed' ? 'Verbindung fehlgeschlagen' : sentence,
    );
    const { user, service } = open();
    service.answer('POST /functions/v1/models/check', answer);
    await user.type(await field(), `${key}{Enter}`);
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('fails for no known reason [KEY-018]', async () => {
    const { user } = open();
    vi.spyOn(platform.ownKeys, 'verify').mockRejectedValueOnce(new Error(''));
    await user.type(await field(), `${key}{Enter}`);
    expect(await screen.findByText('Failed to verify API key')).toBeVisible();
  });

  it('works but cannot be stored [KEY-015]', async () => {
    const { user } = open();
    vi.spyOn(platform.ownKeys, 'set').mockResolvedValueOnce(null);
    await user.type(await field(), `${key}{Enter}`);
    expect(await screen.findByText('Failed to set API key')).toBeVisible();
  });

  it('is canceled, at the service too, when Escape closes the dialog', async () => {
    const { user } = open();
    let signal: AbortSignal | undefined;
    vi.spyOn(platform.ownKeys, 'verify').mockImplementationOnce((_reference, verification) => {
      signal = verification.signal;
      return new Promise((_resolve, reject) => {
        verification.signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    });
    await user.type(await field(), `${key}{Enter}`);
    await button('Verifying...');
    await user.keyboard('{Escape}');
    await button('Reopen');
    expect(signal?.aborted).toBe(true);
    expect(await storedPlace()).toBeNull();
  });
});

describe('the note shows where the key really is [KEY-006, KEY-007]', () => {
  it('in a browser: memory, or its encrypted storage when ticked, and through the service to the origin', async () => {
    const { user } = open({ storage: { place: 'memory', canRemember: true } });
    expect(await screen.findByText(/Stored only in this browser: in memory/)).toHaveTextContent(
      `through this service to ${endpointOrigin}`,
    );
    const set = vi.spyOn(platform.ownKeys, 'set').mockResolvedValueOnce('browser');
    await user.click(screen.getByLabelText('Remember on this device'));
    expect(screen.getByText(/Stored only in this browser, encrypted/)).toBeVisible();
    await user.type(await field(), `${key}{Enter}`);
    await screen.findByText('API Key Set');
    expect(set.mock.calls[0]?.slice(1)).toEqual([key, 'browser']);
  });

  it('in a private window: only memory', async () => {
    open({ storage: { place: 'memory', canRemember: false } });
    expect(
      await screen.findByText(/can't store keys on this device. If this is a private window/),
    ).toBeVisible();
    expect(screen.queryByLabelText('Remember on this device')).toBeNull();
  });

  it('in a browser that fails to store it', async () => {
    const fail = () => {
      throw new DOMException('No space is left.', 'QuotaExceededError');
    };
    vi.spyOn(indexedDB, 'open').mockImplementation(fail);
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(fail);
    const { user } = open({ storage: { place: 'memory', canRemember: true } });
    await user.click(await screen.findByLabelText('Remember on this device'));
    await user.type(await field(), `${key}{Enter}`);
    expect(await screen.findByText('API Key Not Remembered')).toBeVisible();
    expect(await storedPlace()).toBe('memory');
  });

  it("on the desktop: this computer's keychain, and directly to the origin", async () => {
    const { user } = open({ storage: { place: 'keychain' } });
    const note = await screen.findByText(/Stored only in this computer's keychain/);
    expect(note).toHaveTextContent(`This computer sends it only to ${endpointOrigin}.`);
    const set = vi.spyOn(platform.ownKeys, 'set').mockResolvedValueOnce('keychain');
    await user.type(await field(), `${key}{Enter}`);
    await screen.findByText('API Key Set');
    expect(set.mock.calls[0]?.[2]).toBe('keychain' satisfies KeyPlace);
  });

  it.each([
    ['locked', /keychain is locked/],
    ['missing', /no keychain that Clover can use/],
  ] as const)(
    'on a desktop whose keychain is %s: memory, and only if the user agrees',
    async (reason, text) => {
      const { user, checks } = open({ storage: { place: 'session', reason, canEncrypt: false } });
      expect(await screen.findByText(text)).toBeVisible();
      await user.type(await field(), `${key}{Enter}`);
      expect(await button('Verify & Save API Key')).toBeDisabled();
      expect(checks()).toEqual([]);
      await user.click(screen.getByLabelText('Use the key until Clover is closed'));
      const set = vi.spyOn(platform.ownKeys, 'set').mockResolvedValueOnce('session');
      await user.click(await button('Verify & Save API Key'));
      await screen.findByText('API Key Set');
      expect(set.mock.calls[0]?.[2]).toBe('session' satisfies KeyPlace);
    },
  );
});

it('on a desktop without a keychain that encrypts: a file, if the user chooses it', async () => {
  const { user } = open({ storage: { place: 'session', reason: 'missing', canEncrypt: true } });
  await user.type(await field(), key);
  expect(await button('Verify & Save API Key')).toBeDisabled();
  const choice = screen.getByRole('radio', { name: 'Store the key encrypted on this computer' });
  expect(choice).not.toBeChecked();
  await user.click(choice);
  expect(screen.getByText(/Stored in an app file that your operating system encrypts/)).toHaveTextContent(
    `This computer sends it only to ${endpointOrigin}.`,
  );
  const set = vi.spyOn(platform.ownKeys, 'set').mockResolvedValueOnce('encrypted');
  await user.click(await button('Verify & Save API Key'));
  await screen.findByText('API Key Set');
  expect(set.mock.calls[0]?.[2]).toBe('encrypted' satisfies KeyPlace);
});

it('on a desktop whose keychain is available again: the keychain, regardless of the earlier choice', async () => {
  const { user } = open({ storage: { place: 'session', reason: 'locked', canEncrypt: true } });
  await user.type(await field(), key);
  await user.click(screen.getByRole('radio', { name: 'Store the key encrypted on this computer' }));
  vi.spyOn(platform.ownKeys, 'describe').mockResolvedValue({ place: 'keychain' });
  const set = vi.spyOn(platform.ownKeys, 'set').mockResolvedValueOnce(null).mockResolvedValueOnce('keychain');
  await user.click(await button('Verify & Save API Key'));
  expect(await screen.findByText(/Stored only in this computer's keychain/)).toBeVisible();
  await user.click(await button('Verify & Save API Key'));
  await screen.findByText('API Key Set');
  expect(set.mock.calls.map(([, , place]) => place)).toEqual(['encrypted', 'keychain']);
});

describe('an existing key', () => {
  it("is the service's: the dialog says so without showing it, and prefills nothing [KEY-021, KEY-022]", async () => {
    const { user } = open({ vendors: [row('openai', { is_active: true, has_key: true })] });
    expect(await screen.findByText(/Already set: this service has a key for OpenAI/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove key' })).toBeNull();
    await user.click(await button('Change Key'));
    expect(await field()).toHaveValue('');
  });

  it("is requested again if the vendor's URL has changed, with both URLs", async () => {
    await platform.ownKeys.set(
      { accessToken, vendor: 'openai', endpointOrigin: 'https://old.example' },
      key,
      'memory',
    );
    open();
    expect(
      await screen.findByText(/The URL of OpenAI has changed from https:\/\/old\.example to/),
    ).toHaveTextContent(endpointOrigin);
    expect(await field()).toHaveValue('');
  });

  it('may be missing, and then the dialog explains that a message needs it', async () => {
    open({ isNeeded: true });
    expect(await screen.findByText(/OpenAI needs an API key before it can reply/)).toBeVisible();
  });
});

describe('the list of providers', () => {
  it('lists providers that accept a key, marks those with one, and opens the dialog', async () => {
    await platform.ownKeys.set({ accessToken, vendor: 'openai', endpointOrigin }, key, 'memory');
    const { user } = open({
      vendor: null,
      vendors: [
        row('deepinfra'),
        row('openai'),
        row('ollama', { config: { needs_key: false } }),
        row('demo', { endpoint_url: null, is_active: true, config: { needs_key: false } }),
      ],
    });
    await waitFor(() =>
      expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'deepinfra',
        'OpenAIYour key is set',
      ]),
    );
    await user.click(screen.getByRole('button', { name: /OpenAI/ }));
    expect(await screen.findByRole('dialog', { name: 'OpenAI API Key' })).toBeVisible();
  });
});
