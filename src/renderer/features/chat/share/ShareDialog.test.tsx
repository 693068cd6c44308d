import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { decryptEnvelope } from '../../../../shared/sharing/envelope.ts';
import { readShareId, readShareKey } from '../../../../shared/sharing/share-link.ts';
import { readSnapshot } from '../../../../shared/sharing/snapshot.ts';
import { platform } from '../../../platform/index.ts';
import { testConfig } from '../../../platform/test.ts';
import { createFakeShell } from '../../../platform/testing/fake-shell.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import '../deferred-parts.ts';
import './ShareDialog.tsx';
import '../ConversationMenu.tsx';

interface Stored {
  readonly id: string;
  readonly chat_id: string;
  readonly envelope: string;
  readonly days: number | null;
}

const at = '2026-11-01T00:00:00.000Z';
const message = (n: number, role: string, content: string, change: object = {}) => ({
  id: chatId(100 + n),
  chat_id: chatId(1),
  role,
  content,
  status: 'complete',
  model_id: role === 'assistant' ? 'some/model' : null,
  vendor_id: null,
  unavailable_vendor: null,
  created_at: at,
  seq: n,
  ...change,
});

async function openDialog({
  settings = { sharing: 'everyone', sharing_without_expiry: 'false' } as Record<string, string>,
  prepare = (() => {}) as (service: FakeChats) => void,
  person = {},
} = {}) {
  const stored: Stored[] = [];
  const app = openChat(
    `/chat?id=${chatId(1)}`,
    (fake) => {
      fake.chats.push(storedChat(1, 'Four leaves'));
      fake.messages.push(
        message(1, 'user', 'What brings luck?'),
        message(2, 'assistant', 'A **clover**.', { reasoning_ms: 5 }),
      );
      fake.answer('GET /rest/v1/system_settings', {
        body: Object.entries(settings).map(([setting_key, setting_value]) => ({
          setting_key,
          setting_value,
        })),
      });
      fake.answer('GET /rest/v1/chat_messages', {
        body: [{ id: chatId(102), reasoning: 'Think of plants.' }],
      });
      fake.answer('POST /rest/v1/shared_chats', ({ body }) => {
        stored.push(body as Stored);
        return { status: 201 };
      });
      prepare(fake);
    },
    person,
  );
  const { user } = app;
  await user.click(await screen.findByRole('button', { name: 'Chat actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Share…' }));
  const dialog = within(await screen.findByRole('dialog'));
  return { ...app, dialog, stored };
}

/** Decrypts the stored copy with the shown link, as the link's page does. */
async function readLink(url: string, [share]: readonly Stored[], password: string | null = null) {
  const { pathname, hash } = new URL(url);
  const [id, key] = [readShareId(pathname.replace('/share/', '')), readShareKey(hash)];
  expect(id).toBe(share?.id);
  return readSnapshot(await decryptEnvelope(share!.envelope, { id: id!, key: key! }, password));
}
const urlIn = async () => (await screen.findByLabelText<HTMLInputElement>('Link')).value;

describe('sharing a chat', () => {
  it('shows what the link contains, and shares exactly that', async () => {
    const { user, dialog, stored, service } = await openDialog();
    const preview = within(await dialog.findByRole('region', { name: 'What the link shows' }));
    expect(preview.getByText('Four leaves')).toBeVisible();
    expect(preview.getByText('clover').tagName).toBe('STRONG');
    expect(preview.getByText('Reply by Some Model')).toBeVisible();
    expect(preview.queryByText('Thinking')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Create link' }));
    const url = await urlIn();
    expect(stored).toMatchObject([{ chat_id: chatId(1), days: 7 }]);
    expect(await readLink(url, stored)).toMatchObject({
      title: 'Four leaves',
      messages: [
        { role: 'user', text: 'What brings luck?' },
        { role: 'assistant', text: 'A **clover**.', modelId: 'some/model', modelName: 'Some Model' },
      ],
    });
    const key = new URL(url).hash.slice(1);
    expect(JSON.stringify(service.requests)).not.toContain(key);
  });

  it('follows the switches, the password and the expiry', async () => {
    const { user, dialog, stored } = await openDialog();
    await user.click(await dialog.findByLabelText('Include model names'));
    await user.click(dialog.getByLabelText('Include thinking'));
    expect(await dialog.findByText('Thinking')).toBeVisible();
    await user.selectOptions(dialog.getByLabelText('Expiration'), '1 day');
    expect(dialog.queryByRole('option', { name: 'No expiration' })).toBeNull();
    await user.type(dialog.getByLabelText('Password (optional)'), 'short');
    await user.click(dialog.getByRole('button', { name: 'Create link' }));
    expect(dialog.getByText(/^Use at least 8 characters/)).toBeVisible();
    expect(stored).toEqual([]);
    await user.type(dialog.getByLabelText('Password (optional)'), ' but now long');
    await user.click(dialog.getByRole('button', { name: 'Create link' }));
    const snapshot = await readLink(await urlIn(), stored, 'short but now long');
    expect(stored[0]?.days).toBe(1);
    expect(snapshot?.messages[1]).toEqual({
      role: 'assistant',
      text: 'A **clover**.',
      reasoning: 'Think of plants.',
    });
  });

  it('offers links that never expire if administrators allow them, and says who can open links', async () => {
    const settings = { sharing: 'members', sharing_without_expiry: 'true' };
    const { user, dialog, stored } = await openDialog({ settings });
    expect(await dialog.findByText(/Only users with an account/)).toBeVisible();
    await user.selectOptions(dialog.getByLabelText('Expiration'), 'No expiration');
    await user.click(dialog.getByRole('button', { name: 'Create link' }));
    await urlIn();
    expect(stored[0]?.days).toBeNull();
  });

  it('shows why the service refuses, and keeps the choices', async () => {
    const { user, dialog } = await openDialog({
      prepare: (fake) =>
        fake.answer('POST /rest/v1/shared_chats', {
          status: 400,
          body: { code: 'P0001', hint: 'limit', message: 'You can keep 100 links.', details: null },
        }),
    });
    await user.type(await dialog.findByLabelText('Password (optional)'), 'correct horse');
    await user.click(dialog.getByRole('button', { name: 'Create link' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('You can keep 100 links.');
    expect(dialog.getByLabelText('Password (optional)')).toHaveValue('correct horse');
  });

  it('keeps the preview and the choices when the user comes back to the window', async () => {
    let isBroken = false;
    const { user, dialog, stored, service } = await openDialog({
      prepare: (fake) =>
        fake.answer('GET /rest/v1/system_settings', () =>
          isBroken
            ? { status: 400, body: { code: 'x', message: 'x' } }
            : { body: [{ setting_key: 'sharing', setting_value: 'everyone' }] },
        ),
    });
    await user.type(await dialog.findByLabelText('Password (optional)'), 'correct horse');
    const before = service.to('/rest/v1/system_settings').length;
    isBroken = true;
    window.dispatchEvent(new Event('visibilitychange'));
    await user.click(dialog.getByLabelText('Include model names'));
    expect(service.to('/rest/v1/system_settings')).toHaveLength(before);
    await user.click(dialog.getByRole('button', { name: 'Create link' }));
    expect((await readLink(await urlIn(), stored, 'correct horse'))?.messages).toHaveLength(2);
  });

  it('offers to leave out the reasoning if it could not be loaded', async () => {
    const { user, dialog } = await openDialog({
      prepare: (fake) =>
        fake.answer('GET /rest/v1/chat_messages', { status: 400, body: { code: 'x', message: 'x' } }),
    });
    const reasoning = await dialog.findByLabelText('Include thinking');
    await user.click(reasoning);
    expect(await dialog.findByRole('alert', undefined, { timeout: 5_000 })).toBeVisible();
    await user.click(reasoning);
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(dialog.getByRole('button', { name: 'Create link' })).toBeEnabled();
  });

  it('refuses chats that are too long, before anything is sent', async () => {
    const { dialog } = await openDialog({
      prepare: ({ messages }) => void messages.push(message(3, 'user', 'x '.repeat(400_000))),
    });
    expect(await dialog.findByRole('alert')).toHaveTextContent(/too long to share \(801 kB, limit 786 kB\)/);
    expect(dialog.getByRole('button', { name: 'Create link' })).toBeDisabled();
  });

  it.each([
    ['it is turned off', { settings: { sharing: 'off' } }, /turned sharing off/],
    ['the service has no such setting', { settings: {} }, /turned sharing off/],
    ['the user is a guest', { person: { isAnonymous: true } }, /^Guests can't share/],
  ])('is not offered if %s', async (_when, given, text) => {
    const { dialog } = await openDialog(given);
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Create link' })).toBeNull();
  });

  it('can be loaded again if that failed', async () => {
    let isBroken = true;
    const { user, dialog } = await openDialog({
      prepare: (fake) =>
        fake.answer('GET /rest/v1/system_settings', () =>
          isBroken
            ? { status: 400, body: { code: 'x', message: 'x' } }
            : { body: [{ setting_key: 'sharing', setting_value: 'everyone' }] },
        ),
    });
    const retry = await dialog.findByRole('button', { name: 'Retry' }, { timeout: 5_000 });
    isBroken = false;
    await user.click(retry);
    expect(await dialog.findByRole('button', { name: 'Create link' })).toBeVisible();
  });

  describe('in the desktop app', () => {
    const use = (address: string | null, isFixed = false) => {
      const service = { address, isFixed, hasLocalChats: false, remembered: [] };
      vi.spyOn(platform, 'shell', 'get').mockReturnValue(createFakeShell({ computer: { service } }));
    };

    it('creates links to the connected server', async () => {
      use('https://chat.example.org');
      const { user, dialog } = await openDialog();
      await user.click(await dialog.findByRole('button', { name: 'Create link' }));
      expect(await urlIn()).toMatch(/^https:\/\/chat\.example\.org\/share\//);
    });

    it.each([
      ['has the web app', 200, 'Create link'],
      ['has no web app', 404, /the web address of your service/],
    ])('asks a service that an administrator set whether it %s', async (_name, status, text) => {
      use('https://data.example.org', true);
      const { dialog } = await openDialog({
        prepare: (fake) => {
          fake.answer('GET /config.json', { status, body: testConfig });
        },
      });
      expect(await dialog.findByText(text)).toBeVisible();
    });

    it("explains that others can't reach this computer", async () => {
      use(null);
      const { dialog } = await openDialog();
      expect(await dialog.findByText(/^This chat is stored only on your computer/)).toBeVisible();
      expect(dialog.queryByRole('button', { name: 'Create link' })).toBeNull();
    });
  });

  it('is a command of the palette while a stored chat is open', async () => {
    const { user } = openChat(`/chat?id=${chatId(1)}`, (fake) => {
      fake.chats.push(storedChat(1, 'Four leaves'));
      fake.messages.push(message(1, 'user', 'What brings luck?'));
    });
    await screen.findByRole('button', { name: 'Chat actions' });
    await user.click(await screen.findByRole('button', { name: 'Open the command palette' }));
    await user.click(await screen.findByRole('option', { name: /^Share…/ }));
    expect(await screen.findByRole('dialog', { name: 'Share this chat' })).toBeVisible();
  });
});
