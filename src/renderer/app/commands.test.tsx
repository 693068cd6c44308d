import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { startFakeChats } from '../features/chat/testing/fake-chats.ts';
// Load it first, so that a slow machine does not fail a test.
import '../features/quick-actions/QuickActionDialog.tsx';
import { enterKey } from '../lib/enter-key.ts';
import { getColorScheme } from '../lib/color-scheme.ts';
import { availableCommands } from '../lib/commands.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { ChatRoute } from './ChatRoute.tsx';

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

const labels = () => availableCommands().map(({ label }) => label);
const give = (label: string) =>
  act(async () =>
    availableCommands()
      .find((command) => command.label === label)
      ?.run(),
  );

function open(isAdmin: boolean) {
  const chats = startFakeChats();
  chats.changeAccess({ is_admin: isAdmin });
  chats.answer('GET /rest/v1/api_vendors', {
    body: [
      {
        id: 'openai',
        name: 'openai',
        display_name: 'OpenAI',
        endpoint_url: 'https://api.openai.example/v1/chat/completions',
        has_key: true,
        is_active: true,
        config: { default_model: 'one' },
      },
    ],
  });
  chats.answer('POST /functions/v1/models/check', { body: { success: true, latency: 1, message: 'ok' } });
  chats.answer('GET /rest/v1/api_vendor_models', {
    body: ['one', 'two'].map((id) => ({
      vendor_id: 'openai',
      model_id: id,
      display_name: `Model ${id}`,
      config: {},
    })),
  });
  storeSession();
  return renderApp(<ChatRoute />, '/chat');
}

it('every part of the chat page has its commands', async () => {
  const { user, address } = open(false);
  await screen.findByRole('button', { name: /Model one. Choose another model/ });
  await waitFor(() => expect(labels()).toContain('Image generation'));
  const models = () => availableCommands().filter(({ group }) => group === 'models');
  // The order varies, because each part registers its commands when it is loaded.
  await waitFor(() =>
    expect(Object.fromEntries(models().map(({ label, note }) => [label, note ?? null]))).toEqual({
      'Compare models…': null,
      'Use Model one': 'In use',
      'Use Model two': 'OpenAI',
      'Use your own key…': null,
    }),
  );
  expect(labels()).not.toContain('Admin Panel');

  await give('Use dark theme');
  expect(getColorScheme()).toBe('dark');
  expect(availableCommands().find(({ label }) => label === 'Use dark theme')?.note).toBe('In use');

  const input = await screen.findByRole('textbox', { name: 'Message' });
  await waitFor(() => expect(input).toHaveFocus());
  await give('Image generation');
  const dialog = within(await screen.findByRole('dialog', { name: 'Image generation' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(input).toHaveFocus());

  await give('Settings: Appearance');
  await waitFor(() => expect(address()).toBe('/account/appearance'));
});

it('each section of the settings and each page has a command', async () => {
  const { address } = open(false);
  await waitFor(() => expect(labels()).toContain('Sign Out'));
  expect(labels().filter((label) => label.startsWith('Settings'))).toEqual([
    'Settings',
    'Settings: General',
    'Settings: Appearance',
    'Settings: Chat',
    'Settings: Instructions',
    'Settings: Personas',
    'Settings: Models and keys',
    'Settings: Prompts',
    'Settings: Privacy and data',
    'Settings: Account and plan',
    'Settings: Security',
    'Settings: Shortcuts',
    'Settings: About',
  ]);
  await give('Use Enter for new lines');
  expect(enterKey.get()).toBe('newline');
  await give('Use Enter to send messages');
  expect(enterKey.get()).toBe('send');
  await give('API documentation');
  await waitFor(() => expect(address()).toBe('/docs/api'));
});

it('only administrators have the command for the console [SITE-027]', async () => {
  const { address } = open(true);
  await waitFor(() => expect(labels()).toContain('Admin Panel'));
  await give('Admin Panel');
  await waitFor(() => expect(address()).toBe('/admin'));
});

it('an unmounted part has no commands', async () => {
  const { unmount } = open(false);
  await waitFor(() => expect(labels()).toContain('Sign Out'));
  unmount();
  expect(labels()).toEqual([]);
});
