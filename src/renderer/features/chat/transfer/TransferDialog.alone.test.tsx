import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { platform } from '../../../platform/index.ts';
import { createFakeShell } from '../../../platform/testing/fake-shell.ts';
import { openChat } from '../testing/open-chat.tsx';
import type { FakeChats } from '../testing/fake-chats.ts';
import { toCloverJson } from './formats/clover-json.ts';

vi.mock('./worker/start.ts', () => import('../testing/transfer-worker.ts'));

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const at = '2026-11-20T10:00:00.000Z';
const message = {
  id: id(10),
  role: 'user',
  content: 'How many leaves?',
  status: 'complete',
  model_id: null,
  vendor_id: null,
  unavailable_vendor: null,
  parent_id: null,
  parameters: { persona: { id: id(7), name: 'Cook' }, instructions: 'Answer with a recipe.' },
} as const;
const portable = {
  id: id(1),
  title: 'Clovers',
  createdAt: at,
  updatedAt: at,
  pinnedAt: null,
  archivedAt: null,
  activeMessageId: id(10),
  modelId: null,
  vendorId: null,
  parameters: null,
  messages: [
    {
      id: id(10),
      parentId: null,
      role: 'user',
      content: 'How many leaves?',
      status: 'complete',
      modelId: null,
      vendorId: null,
      unavailableVendor: null,
      contentFormat: 'plain',
      createdAt: at,
      parameters: message.parameters,
    },
  ],
} as const;

async function openDialog(prepare: (service: FakeChats) => void = () => {}) {
  const chat = openChat('/chat', prepare);
  await chat.user.click(await screen.findByRole('button', { name: 'Import and export' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import and export' }));
  const give = (text: string) =>
    fireEvent.change(dialog.getByLabelText('Choose a file'), {
      target: { files: [new File([text], 'chats.json')] },
    });
  return { ...chat, dialog, give };
}

describe('the import', () => {
  it("shows the file's content before it starts, then the result", async () => {
    const { user, dialog, give, service } = await openDialog(({ answer }) =>
      answer('POST /rest/v1/rpc/import_chats', {
        body: [
          { outcome: 'imported', is_hidden: true },
          { outcome: 'refused', code: 'limit' },
        ],
      }),
    );
    give(toCloverJson([portable, { ...portable, id: id(2) }, { ...portable, id: 'broken' }], new Date()));
    expect(await dialog.findByText('3 chats from Clover')).toBeVisible();
    expect(service.requests.filter(({ path }) => path.endsWith('import_chats'))).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Import' }));
    expect(await dialog.findByText('1 chat imported.')).toBeVisible();
    expect(dialog.getByText(/^1 chat skipped: unreadable/)).toBeVisible();
    expect(dialog.getByText(/^1 chat skipped: you've reached your plan/)).toBeVisible();
    expect(dialog.getByText(/^1 chat is older than your plan allows/)).toBeVisible();
    const [call] = service.requests.filter(({ path }) => path.endsWith('import_chats'));
    expect(call?.body).toMatchObject({
      chats: [{ id: id(1), title: 'Clovers', messages: [{ id: id(10), parent_id: null }] }, { id: id(2) }],
    });
  });

  it('explains why a file is invalid, and accepts another one', async () => {
    const { dialog, give } = await openDialog();
    give('[{"a": 1}]');
    expect(await dialog.findByText(/^No chats found/)).toBeVisible();
    give(toCloverJson([portable], new Date()));
    expect(await dialog.findByText('1 chat from Clover')).toBeVisible();
  });

  it('continues when the window becomes narrow, and stops only with its button', async () => {
    let isNarrow = false;
    const media: { readonly query: string; readonly target: EventTarget }[] = [];
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
      const target = new EventTarget();
      media.push({ query, target });
      Object.defineProperty(target, 'matches', { get: () => isNarrow && query.includes('max-width') });
      return target as MediaQueryList;
    });
    let answer: (reply: { body: unknown }) => void = () => {};
    const { user, give, service } = await openDialog((fake) =>
      fake.answer('POST /rest/v1/rpc/import_chats', () => new Promise((resolve) => (answer = resolve))),
    );
    give(toCloverJson([portable], new Date()));
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    await waitFor(() => expect(service.to('/rest/v1/rpc/import_chats')).toHaveLength(1));
    act(() => {
      isNarrow = true;
      for (const { target } of media) target.dispatchEvent(new Event('change'));
    });
    expect(screen.getByRole('complementary', { name: 'Chats', hidden: true })).toHaveAttribute('data-narrow');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
    answer({ body: [{ outcome: 'imported' }] });
    expect(await screen.findByText('1 chat imported.')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows that imported chats are kept if it fails halfway', async () => {
    const { user, dialog, give } = await openDialog(({ answer }) =>
      answer('POST /rest/v1/rpc/import_chats', { status: 503, body: { message: 'away' } }),
    );
    give(toCloverJson([portable], new Date()));
    await user.click(await dialog.findByRole('button', { name: 'Import' }));
    expect(await dialog.findByText(/^Clover's service isn't responding/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Choose another file' })).toBeVisible();
  });
});

describe('the export', () => {
  const withOne = (service: FakeChats) => {
    service.answer('GET /rest/v1/chat_history', {
      body: [
        {
          id: id(1),
          title: 'Clovers',
          created_at: at,
          updated_at: at,
          pinned_at: null,
          archived_at: null,
          active_message_id: id(10),
          model_id: null,
          vendor_id: null,
          parameters: null,
        },
      ],
    });
    service.answer('GET /rest/v1/chat_messages', {
      body: [{ ...message, chat_id: id(1), content_format: 'plain', created_at: at, seq: 1 }],
    });
  };

  it('of all chats can be imported again [CHAT-004]', async () => {
    const saved = vi.spyOn(platform, 'saveTextFile').mockImplementation(async (name) => name);
    const { user, dialog } = await openDialog(withOne);
    await user.click(dialog.getByRole('button', { name: 'Export as JSON' }));
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
    const [name, content] = saved.mock.calls[0] ?? [];
    expect(name).toMatch(/^Clovers \d{4}-\d\d-\d\d\.json$/);
    expect(JSON.parse(await new Blob([content ?? '']).text())).toMatchObject({
      format: 'clover-chats',
      version: 1,
      chats: [portable],
    });
  });

  it('shows if there is nothing to export, and if it has failed', async () => {
    const saved = vi.spyOn(platform, 'saveTextFile').mockImplementation(async (name) => name);
    const { user, dialog, service } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Export as Markdown' }));
    expect(await dialog.findByText('You have no chats to export.')).toBeVisible();
    service.answer('GET /rest/v1/chat_history', { status: 500, body: { message: 'broken' } });
    await user.click(dialog.getByRole('button', { name: 'Export as Markdown' }));
    expect(await screen.findByText("Couldn't export the chats")).toBeVisible();
    expect(saved).not.toHaveBeenCalled();
  });
});

describe('chats on this computer', () => {
  const row = {
    id: id(1),
    title: 'Clovers',
    created_at: at,
    updated_at: at,
    pinned_at: null,
    archived_at: null,
    active_message_id: id(10),
    model_id: null,
    vendor_id: null,
    parameters: null,
    messages: [{ ...message, content_format: 'plain' as const, created_at: at, seq: 1 }],
  };
  const button = { name: 'Import chats from this computer' };
  const elsewhere = {
    address: 'https://chat.example.org',
    isFixed: false,
    hasLocalChats: true,
    remembered: [],
  };
  const shell = (given: Parameters<typeof createFakeShell>[0] = {}) => {
    const shell = createFakeShell({ computer: { service: elsewhere }, ...given });
    vi.spyOn(platform, 'shell', 'get').mockReturnValue(shell);
    return shell;
  };
  afterEach(() => void vi.restoreAllMocks());

  it('are copied in batches, and skipped chats are counted', async () => {
    const { calls } = shell({
      local: [
        { chats: [row], tooLong: 1, next: 1 },
        { chats: [{ ...row, id: id(2) }], tooLong: 0, next: null },
      ],
    });
    const { user, dialog, service } = await openDialog(({ answer }) =>
      answer('POST /rest/v1/rpc/import_chats', { body: [{ outcome: 'imported' }, { outcome: 'present' }] }),
    );
    await user.click(await dialog.findByRole('button', button));
    expect(await dialog.findByText('1 chat imported.')).toBeVisible();
    expect(dialog.getByText('1 chat was already in your history.')).toBeVisible();
    expect(dialog.getByText(/^1 chat skipped: unreadable/)).toBeVisible();
    expect(calls).toEqual([['open local chats'], ['read', 0], ['read', 1], ['close local chats']]);
    const [call] = service.requests.filter(({ path }) => path.endsWith('import_chats'));
    expect(call?.body).toMatchObject({ chats: [{ id: id(1), messages: [{ id: id(10) }] }, { id: id(2) }] });
  });

  it.each([
    ['the user declines', {}, []],
    [
      'they cannot be opened, and an error is shown',
      { refusal: 'Another Clover uses them.' },
      ['Another Clover uses them.'],
    ],
  ])('are not imported if %s', async (_when, given, sentences) => {
    shell(given);
    const { user, dialog, service } = await openDialog();
    await user.click(await dialog.findByRole('button', button));
    expect(await dialog.findByRole('button', button)).toBeVisible();
    for (const sentence of sentences) await dialog.findByText(sentence);
    expect(service.requests.filter(({ path }) => path.endsWith('import_chats'))).toEqual([]);
  });

  it("are not copied partially: the service's refusal ends the import with its message", async () => {
    const { calls } = shell({ local: [{ chats: [row], tooLong: 0, next: null }] });
    const { user, dialog } = await openDialog(({ answer }) =>
      answer('POST /rest/v1/rpc/import_chats', {
        status: 403,
        body: { code: '42501', hint: 'restricted', message: 'This account cannot send messages.' },
      }),
    );
    await user.click(await dialog.findByRole('button', button));
    expect(await dialog.findByText('This account cannot send messages.')).toBeVisible();
    expect(calls.at(-1)).toEqual(['close local chats']);
  });

  it('are not offered if they are already in use', async () => {
    shell({ computer: {} });
    const { dialog } = await openDialog();
    expect(dialog.queryByRole('button', button)).toBeNull();
  });
});
