import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { StoredHead } from '../../../../shared/vault/chat-head.ts';
import { createAccountKeys } from '../../../../shared/vault/account-keys.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { lockVault, unlockVault } from '../../../lib/vault/vault.ts';
import { fakeSession, startFakeService } from '../../../testing/fake-service.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import type { Message } from '../chat.ts';
import { type ChatEngine, EngineContext } from '../chat-context.ts';
import { chatQueries } from '../data/queries.ts';
import { useConversation } from '../data/use-conversation.ts';
import { ChatCheck } from './ChatCheck.tsx';

const userId = fakeSession().user.id;
const waiting = { timeout: 5_000 };

/** The check waits for a moment (ms) after each change. The tests wait for a fifth of it. */
const checkDelay = 1_500;
beforeEach(() => {
  const { setTimeout } = window;
  vi.spyOn(window, 'setTimeout').mockImplementation((work, ms) =>
    setTimeout(work, ms === checkDelay ? checkDelay / 5 : ms),
  );
});

function Chat({ chatId }: { readonly chatId: string }) {
  const { rows } = useConversation(chatId);
  return (
    <>
      <ChatCheck chatId={chatId} rows={rows} />
      <ul>
        {rows.map(({ id, content }) => (
          <li key={id}>{content}</li>
        ))}
      </ul>
    </>
  );
}

/** Opens a chat of four messages in an unlocked account, on a device with an in-memory store. */
async function openChat() {
  const service = startFakeService();
  storeSession();
  const { vault, stored } = await createAccountKeys(userId);
  await unlockVault(userId, vault.accountKey, stored, false);
  onTestFinished(lockVault);
  const chatId = crypto.randomUUID();
  const ids = Array.from({ length: 5 }, () => crypto.randomUUID());
  const rows = ids.map((id, index) => ({
    id,
    chat_id: chatId,
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${index}`,
    status: 'complete',
    model_id: null,
    vendor_id: null,
    unavailable_vendor: null,
    created_at: '2026-11-20T10:00:00Z',
    seq: index + 1,
    parent_id: ids[index - 1] ?? null,
    versions: [id],
    reasoning_ms: null,
    usage: null,
    attachments: null,
    parameters: null,
  }));
  const state = { head: null as StoredHead | null, shown: 4, existing: Promise.resolve() };
  service.answer('POST /rest/v1/rpc/list_branch', () => ({ body: rows.slice(0, state.shown) }));
  service.answer('GET /rest/v1/chat_messages', async () => {
    const body = rows.slice(0, state.shown);
    await state.existing;
    return { body };
  });
  service.answer('POST /rest/v1/rpc/read_chat_heads', () => ({
    body: {
      state: 'on',
      public_key: vault.publicKey,
      chats: [{ id: chatId, is_readable: true, number: null, envelope: null, ...state.head }],
    },
  }));
  service.answer('POST /rest/v1/rpc/save_chat_head', ({ body }) => {
    state.head = body as StoredHead;
    return { body: true };
  });
  const copies = new Map<string, unknown>();
  /** The numbers of messages that the device may store after a check. */
  const ends: number[] = [];
  const store = {
    readEnd: async () => null,
    readMessages: async () => [],
    readCopy: async (name: string) => copies.get(name),
    writeCopy: async (name: string, value: unknown) => void copies.set(name, value),
    writeCheckedEnd: async (_chat: string, end: readonly Message[]) => void ends.push(end.length),
  };
  const outbox = { all: () => [], subscribe: () => () => {} };
  const engine = { userId, store, outbox } as unknown as ChatEngine;
  const client = createQueryClient();
  const open = () =>
    render(
      <QueryClientProvider client={client}>
        <EngineContext value={engine}>
          <Chat chatId={chatId} />
        </EngineContext>
      </QueryClientProvider>,
    );
  const reload = () => act(() => client.refetchQueries(chatQueries.messages(chatId)));
  open();
  await vi.waitFor(() => expect(state.head?.number).toBe(1), waiting);
  return { state, reload, ends, service };
}

it('adds what is shown to the head, and says nothing', async () => {
  await openChat();
  expect(screen.getByText('Message 3')).toBeInTheDocument();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it('says how many messages are missing, and shows the others', async () => {
  const { state, reload, ends } = await openChat();
  await vi.waitFor(() => expect(ends).toEqual([4]), waiting);
  state.shown = 2;
  await reload();
  expect(
    await screen.findByText(
      '2 messages of this chat are missing from what the service returned.',
      {},
      waiting,
    ),
  ).toHaveRole('status');
  expect(screen.getByText('Message 1')).toBeInTheDocument();

  const reloadPage = vi.fn<() => void>();
  vi.stubGlobal('location', { href: location.href, origin: location.origin, reload: reloadPage });
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reloadPage).toHaveBeenCalledOnce();

  expect(ends).toEqual([4]);
  state.shown = 4;
  await reload();
  await vi.waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument(), waiting);
  expect(ends).toEqual([4, 4]);
});

it('stores no messages that were loaded while the service delayed its response to the check', async () => {
  const { state, reload, ends, service } = await openChat();
  await vi.waitFor(() => expect(ends).toEqual([4]), waiting);
  const { promise, resolve } = Promise.withResolvers<void>();
  state.existing = promise;
  const checks = () => service.to('/rest/v1/chat_messages').length;
  const before = checks();
  state.shown = 5;
  await reload();
  await vi.waitFor(() => expect(checks()).toBeGreaterThan(before), waiting);
  state.shown = 2;
  await reload();
  resolve();
  await screen.findByText(/^3 messages of this chat are missing/, {}, waiting);
  expect(ends).toEqual([4]);
});

it('says that the state is older than one that the device has seen', async () => {
  const { state, reload } = await openChat();
  state.head = null;
  state.shown = 2;
  await reload();
  expect(
    await screen.findByText(/^The service returned an older or changed copy of this chat/, {}, waiting),
  ).toHaveRole('status');
});

it('uses the returned state after the user has confirmed it', async () => {
  const { state, reload, ends } = await openChat();
  state.shown = 2;
  await reload();
  await userEvent.click(await screen.findByRole('button', { name: 'Use this copy' }, waiting));
  const dialog = within(screen.getByRole('dialog', { name: 'Use this copy of the chat?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Use this copy' }));
  await vi.waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument(), waiting);
  expect(state.head?.number).toBe(2);
  expect(ends.at(-1)).toBe(2);
  await reload();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});
