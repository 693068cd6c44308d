import { screen, waitFor } from '@testing-library/react';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLastPickedModel, writeLastPickedModel } from '../features/models/last-picked.ts';
import { localModelsChoice } from '../lib/local-models.ts';
import { getSupabase } from '../lib/supabase.ts';
import { platform } from '../platform/index.ts';
import type { LocalModels } from '../platform/platform.ts';
import { createFakeShell, defaultComputer } from '../platform/testing/fake-shell.ts';
import { factorId, fakeSession, startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { FirstStart } from './FirstStart.tsx';

const key = 'sk-own-key-0123456789';
const details = { vendor: 'openai', model: 'openai-default', status: 200, code: null };
const works = { success: true, latency: 12, message: 'Connection successful (12ms)', details };
const find = vi.fn<() => Promise<readonly LocalModels[]>>();
const manyModels = Array.from({ length: 7 }, (_, index) => ({ id: `model-${index}`, displayName: '' }));

beforeEach(() => {
  vi.spyOn(platform, 'findLocalModels', 'get').mockReturnValue(find);
  find.mockResolvedValue([]);
});
afterEach(async () => {
  await platform.ownKeys.forget(fakeSession().access_token);
  act(() => localModelsChoice.set('off'));
  writeLastPickedModel({ id: '', vendorName: null });
  vi.restoreAllMocks();
  find.mockReset();
});

function open(
  given: Parameters<typeof createFakeShell>[0] = {},
  isSignedIn = true,
  content: ReactNode = 'The app',
) {
  const service = startFakeService();
  service.answer('GET /rest/v1/api_vendors', {
    body: [
      {
        id: 'openai',
        name: 'openai',
        display_name: 'OpenAI',
        endpoint_url: 'https://api.openai.example/v1/chat/completions',
        has_key: false,
        is_active: false,
        config: { default_model: 'openai-default' },
      },
    ],
  });
  service.answer('POST /functions/v1/models/check', { body: works });
  if (isSignedIn) storeSession();
  const shell = createFakeShell({ firstStart: 'choose', ...given });
  const app = renderApp(<FirstStart shell={shell}>{content}</FirstStart>, '/chat');
  return { shell, service, ...app };
}
const click = async ({ user }: ReturnType<typeof open>, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const enter = async ({ user }: ReturnType<typeof open>, text: string) => {
  const field = await screen.findByRole('textbox', { name: 'URL of the server' });
  await user.clear(field);
  await user.type(field, `${text}{Enter}`);
};

describe('the first start', () => {
  it('saves nothing until the user chooses this computer, and can go back from the key', async () => {
    const app = open();
    expect(await title('Welcome to Clover')).toHaveFocus();
    expect(app.shell.calls).toEqual([]);
    await click(app, /^On this computer/);
    expect(await title('Add an API key')).toHaveFocus();
    await click(app, 'Back');
    expect(await title('Welcome to Clover')).toHaveFocus();
    await click(app, /^On this computer/);
    await click(app, 'Skip');
    expect(await screen.findByText('The app')).toBeVisible();
    expect(app.shell.calls).toEqual([
      ['first start', 'key'],
      ['first start', 'choose'],
      ['first start', 'key'],
      ['first start', null],
    ]);
    expect(readLastPickedModel()).toBeNull();
  });

  it('stays where it is and says why if the choice cannot be saved', async () => {
    const app = open({ refusal: "Couldn't save this, because the disk is full." });
    await click(app, /^On this computer/);
    expect(await screen.findByRole('alert')).toHaveTextContent('the disk is full');
    expect(await title('Welcome to Clover')).toBeVisible();
  });

  it('verifies a key, says where it is stored, and uses its vendor for new chats', async () => {
    const app = open({ firstStart: 'key' });
    await click(app, 'OpenAI');
    await app.user.type(await screen.findByLabelText('API key'), `${key}{Enter}`);
    await waitFor(() => expect(screen.getByText('Your OpenAI key works and is saved.')).toHaveFocus());
    expect(screen.getByText(/^Stored only in this browser/)).toBeVisible();
    await click(app, 'Start chatting');
    expect(await screen.findByText('The app')).toBeVisible();
    expect(readLastPickedModel()).toEqual({ id: 'openai-default', vendorName: 'openai' });
  });

  it('shows why a key was refused, and offers the list again after Cancel', async () => {
    const app = open({ firstStart: 'key' });
    app.service.answer('POST /functions/v1/models/check', {
      body: { ...works, success: false, message: '401' },
    });
    await click(app, 'OpenAI');
    await app.user.type(await screen.findByLabelText('API key'), `${key}{Enter}`);
    expect(await screen.findByText('API key verification failed: 401')).toBeVisible();
    await click(app, 'Cancel');
    expect(await screen.findByRole('button', { name: 'OpenAI' })).toHaveFocus();
    expect(readLastPickedModel()).toBeNull();
  });

  it('lists the providers again for another key, with the focus, and keeps the model after going back', async () => {
    const app = open({ firstStart: 'key' });
    await click(app, 'OpenAI');
    await app.user.type(await screen.findByLabelText('API key'), `${key}{Enter}`);
    await click(app, 'Add another key');
    expect(await screen.findByRole('button', { name: /^OpenAI/ })).toHaveFocus();
    await click(app, 'Back');
    await click(app, /^On this computer/);
    await title('Add an API key');
    expect(readLastPickedModel()).toEqual({ id: 'openai-default', vendorName: 'openai' });
  });
});

describe('a server', () => {
  it('is used only after the user has seen what was found, and the app restarts', async () => {
    const app = open({ certificate: { subject: 'Example Organization', issuer: 'Example CA' } });
    await click(app, /^Connect to a Clover server/);
    expect(await screen.findByRole('textbox', { name: 'URL of the server' })).toHaveFocus();
    await enter(app, 'chat.example.org');
    expect(await screen.findByText('https://chat.example.org is a Clover server.')).toBeVisible();
    expect(screen.getByText('The connection is encrypted.')).toBeVisible();
    expect(
      await screen.findByText('The certificate was issued to Example Organization by Example CA.'),
    ).toBeVisible();
    expect(app.shell.calls).toEqual([['check', 'chat.example.org']]);
    await click(app, 'Connect and restart');
    await waitFor(() => expect(app.shell.calls.at(-1)).toEqual(['use', 'https://chat.example.org']));
  });

  it('is shown before its certificate has been read', async () => {
    const { promise, resolve } = Promise.withResolvers<{ subject: string; issuer: string }>();
    const app = open({ certificate: promise });
    await click(app, /^Connect to a Clover server/);
    await enter(app, 'chat.example.org');
    expect(await screen.findByRole('button', { name: 'Connect and restart' })).toHaveFocus();
    resolve({ subject: 'Example Organization', issuer: 'Example CA' });
    expect(await screen.findByText(/issued to Example Organization by Example CA/)).toBeVisible();
  });

  it('can be replaced with another one: typing hides what was found', async () => {
    const app = open();
    await click(app, /^Connect to a Clover server/);
    await enter(app, 'chat.example.org');
    expect(await screen.findByText(/is a Clover server/)).toBeVisible();
    expect(screen.queryByText(/certificate/)).toBeNull();
    await app.user.type(screen.getByRole('textbox', { name: 'URL of the server' }), '/');
    expect(screen.queryByText(/is a Clover server/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Check' })).toBeVisible();
    await click(app, 'Back');
    expect(await title('Welcome to Clover')).toHaveFocus();
    expect(app.shell.calls).toEqual([['check', 'chat.example.org']]);
  });

  it('cannot be changed while the app connects, so that a failure belongs to its URL', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const app = open();
    vi.spyOn(app.shell, 'useService').mockReturnValue(promise);
    await click(app, /^Connect to a Clover server/);
    await enter(app, 'chat.example.org');
    await click(app, 'Connect and restart');
    const field = screen.getByRole('textbox', { name: 'URL of the server' });
    await app.user.type(field, '/other');
    expect(field).toHaveValue('chat.example.org');
    reject(new Error('The server has changed.'));
    expect(await screen.findByText('The server has changed.')).toBeVisible();
    expect(screen.getByText('https://chat.example.org is a Clover server.')).toBeVisible();
  });

  it('that does not exist shows the reason at the field', async () => {
    const app = open({ refusal: 'chat.example.org is not a Clover service.' });
    await click(app, /^Connect to a Clover server/);
    await enter(app, 'chat.example.org');
    expect(await screen.findByText('chat.example.org is not a Clover service.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'URL of the server' })).toBeInvalid();
  });

  it('can be left at its sign-in page: the app restarts with this computer', async () => {
    const service = { ...defaultComputer.service, address: 'https://chat.example.org' };
    const app = open({ firstStart: 'key', computer: { service } }, false);
    expect(await screen.findByText('The app')).toBeVisible();
    expect(await screen.findByText('This app is connected to https://chat.example.org.')).toBeVisible();
    await click(app, 'Change');
    await click(app, /^On this computer/);
    await waitFor(() =>
      expect(app.shell.calls).toEqual([
        ['first start', 'choose'],
        ['use', null],
      ]),
    );
  });
});

describe('signing in at a server', () => {
  afterEach(async () => {
    localStorage.clear();
    await (await getSupabase()).auth.signOut({ scope: 'local' });
  });
  const ada = { email: 'ada@example.com' };
  const password = 'a good long password';
  const atServer = { ...defaultComputer.service, address: 'https://chat.example.org' };
  const type = async ({ user }: ReturnType<typeof open>, label: string, text: string) =>
    user.type((await screen.findAllByLabelText(label))[0]!, text);
  const signIn = async (answers: Readonly<Record<string, unknown>>) => {
    const app = open({ firstStart: 'key', computer: { service: atServer } }, false, <AppRoutes />);
    for (const [route, body] of Object.entries(answers)) app.service.answer(route, { body });
    await title('Sign in');
    return app;
  };
  const noKeyStep = () => expect(screen.queryByText('Add an API key')).toBeNull();

  it('with a forgotten password ends with a new one, and only then asks for a key', async () => {
    const app = await signIn({
      'POST /auth/v1/recover': {},
      'POST /auth/v1/verify': fakeSession(ada),
      'PUT /auth/v1/user': fakeSession(ada).user,
    });
    await app.user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
    await title('Reset your password');
    await type(app, 'Email', `${ada.email}{Enter}`);
    await type(app, 'Code from the email', '123456{Enter}');
    await title('Choose a new password');
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
    noKeyStep();
    await type(app, 'New password', `${password}{Enter}`);
    expect(await title('Add an API key')).toBeVisible();
    expect(app.service.to('/auth/v1/user')[0]?.body).toMatchObject({ password });
  });

  it('with a new account asks for the code of its email first', async () => {
    const app = await signIn({
      'POST /auth/v1/signup': fakeSession(ada).user,
      'POST /auth/v1/verify': fakeSession(ada),
    });
    await app.user.click(await screen.findByRole('link', { name: 'Sign up' }));
    await type(app, 'Full name', 'Ada');
    await type(app, 'Email', ada.email);
    await type(app, 'Password', `${password}{Enter}`);
    await type(app, 'Code from the email', '123456{Enter}');
    expect(await title('Add an API key')).toBeVisible();
  });

  it('with a second factor asks for its code first', async () => {
    const restricted = fakeSession({ ...ada, secondFactor: 'missing' });
    const app = await signIn({
      'GET /auth/v1/user': restricted.user,
      'POST /auth/v1/token': restricted,
      [`POST /auth/v1/factors/${factorId}/challenge`]: {
        id: 'c1',
        type: 'totp',
        expires_at: Math.floor(Date.now() / 1000) + 300,
      },
      [`POST /auth/v1/factors/${factorId}/verify`]: fakeSession({ ...ada, secondFactor: 'used' }),
    });
    await type(app, 'Email', ada.email);
    await type(app, 'Password', `${password}{Enter}`);
    await title('One more step');
    noKeyStep();
    await type(app, '6-digit code', '222222{Enter}');
    expect(await title('Add an API key')).toBeVisible();
  });

  it('with a password that an administrator has reset needs a new one first', async () => {
    const app = await signIn({
      'POST /auth/v1/token': fakeSession(ada),
      'PUT /auth/v1/user': fakeSession(ada).user,
    });
    app.service.changeAccess({ requirement: 'new_password' });
    await type(app, 'Email', ada.email);
    await type(app, 'Password', `${password}{Enter}`);
    await title('Choose a new password');
    app.service.changeAccess({ requirement: null });
    await type(app, 'New password', `${password}{Enter}`);
    expect(await title('Add an API key')).toBeVisible();
  });
});

describe('models on this computer', () => {
  it('are looked for again, listed, and used from the first chat', async () => {
    const app = open();
    await click(app, /^Local models/);
    expect(await screen.findByText('No models found.')).toBeVisible();
    expect(screen.getByText('Ollama: start it and download a model.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use these models' })).toBeNull();
    find.mockResolvedValue([{ name: 'local:ollama', models: manyModels }]);
    await click(app, 'Look again');
    expect(await screen.findByText('Ollama')).toBeVisible();
    expect(screen.getByText('model-4')).toBeVisible();
    expect(screen.getByText('2 more models')).toBeVisible();
    expect(localModelsChoice.get()).toBe('off');
    await click(app, 'Use these models');
    expect(await title('Add an API key')).toBeVisible();
    expect(localModelsChoice.get()).toBe('on');
    expect(readLastPickedModel()).toEqual({ id: 'model-0', vendorName: 'local:ollama' });
    await click(app, 'Back');
    await click(app, /^On this computer/);
    await title('Add an API key');
    expect([localModelsChoice.get(), readLastPickedModel()]).toEqual(['off', null]);
  });

  it('are no longer used if a server is chosen instead', async () => {
    find.mockResolvedValue([{ name: 'local:ollama', models: manyModels }]);
    const app = open();
    await click(app, /^Local models/);
    await click(app, 'Use these models');
    await title('Add an API key');
    await click(app, 'Back');
    await click(app, /^Connect to a Clover server/);
    await enter(app, 'chat.example.org');
    await click(app, 'Connect and restart');
    await waitFor(() => expect(app.shell.calls.at(-1)).toEqual(['use', 'https://chat.example.org']));
    expect([localModelsChoice.get(), readLastPickedModel()]).toEqual(['off', null]);
  });

  it('are not used if the choice cannot be saved', async () => {
    find.mockResolvedValue([{ name: 'local:ollama', models: manyModels }]);
    const app = open({ refusal: "Couldn't save this, because the disk is full." });
    await click(app, /^Local models/);
    await click(app, 'Use these models');
    expect(await screen.findByRole('alert')).toHaveTextContent('the disk is full');
    expect([localModelsChoice.get(), readLastPickedModel()]).toEqual(['off', null]);
  });

  it('that cannot be looked for show an error, and can be looked for again', async () => {
    find.mockRejectedValue(new Error('no bridge'));
    const app = open();
    await click(app, /^Local models/);
    expect(await screen.findByText("Couldn't look for models. Try again.")).toBeVisible();
  });
});
