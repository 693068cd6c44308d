import { AuthError } from '@supabase/supabase-js';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { noProject } from '../../shared/brand.ts';
import { createHistory, encryptChat } from '../../shared/encrypted-history/history.ts';
import { forgetHistories } from '../../shared/encrypted-history/open-history.ts';
import type { Row } from '../../shared/encrypted-history/rows.ts';
import {
  createAccountKeys,
  createChatKey,
  createTurnOffStatements,
} from '../../shared/vault/account-keys.ts';
import { type ChatEngine, EngineContext } from '../features/chat/chat-context.ts';
import { startIndexWorker } from '../features/chat/device-search/worker/start.ts';
import { createDeviceCipher } from '../features/chat/encrypted/device-cipher.ts';
import { openEncryptedStorage } from '../features/chat/encrypted/encrypted-storage.ts';
import { deviceSearchOf } from '../features/chat/store/current-device-search.ts';
import { searchQuery } from '../features/chat/store/search-query.ts';
import { startIndexWorker as startHere } from '../features/chat/testing/index-worker.ts';
import { useChatListRealtime } from '../features/chat/use-realtime.ts';
import { deleteAccountDatabase } from '../lib/account-database.ts';
import { createQueryClient } from '../lib/query-client.ts';
import type { SessionUser } from '../lib/session.tsx';
import { encryptedDevice } from '../lib/device-encryption.ts';
import { isEncryptedDevice, isPinned } from '../lib/encrypted-device.ts';
import { draftKeys, encrypted, encryptedDeviceKey, writeStored } from '../lib/storage.ts';
import { storedDraftsOf } from '../lib/unsent.ts';
import { getSupabase } from '../lib/supabase.ts';
import { startCheck } from '../lib/vault/pin.ts';
import { currentVault, lockVault, unlockVault } from '../lib/vault/vault.ts';
import { FakeSocket } from '../testing/fake-socket.ts';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { storeSession } from '../testing/render-app.tsx';
import { EncryptedChats } from './EncryptedChats.tsx';

vi.mock('../features/chat/device-search/worker/start.ts', { spy: true });
// The hooks need the app's session.
vi.mock('../lib/use-sign-out.ts', () => ({ useSignOut: () => null }));
vi.mock('../lib/session.tsx', () => {
  const session = { refreshAccess: async () => null };
  return { useSession: () => session };
});

const userId = fakeSession().user.id;
const chatId = crypto.randomUUID();
const time = '2026-11-20T10:00:00Z';
const engine = { runner: { turns: new Map() } } as unknown as ChatEngine;

function Chats() {
  useChatListRealtime(userId);
  return <p>The chats</p>;
}

/** Starts the service with an account whose history is encrypted, and unlocks its key in this page. */
async function startService(state: string) {
  const service = startFakeService();
  const { vault, stored } = await createAccountKeys(userId);
  const chatKey = await createChatKey(vault, chatId);
  const cipher = createHistory(vault, 'on').cipherFor({ read: async () => [], call: async () => null });
  const messages: Row[] = [];
  const addMessage = async (content: string) => {
    const message = { id: crypto.randomUUID(), chat_id: chatId, parent_id: null, role: 'user', content };
    const row = await cipher.encrypt('chat_messages', message, chatKey.key);
    messages.push({ ...row, model_id: null, created_at: time, seq: messages.length + 1 });
  };
  const chat = {
    ...(await encryptChat({ id: chatId, title: 'About clover', parameters: null }, chatKey, cipher)),
    updated_at: time,
    pinned_at: null,
    archived_at: null,
    project_id: noProject,
  };
  const encryption = {
    state,
    key_version: stored.keyVersion,
    public_key: stored.publicKey,
    private_key: stored.privateKey,
    past_keys: stored.pastKeys,
    unlock_methods: [],
  };
  service.answer('GET /rest/v1/account_encryption', { body: [encryption] });
  service.answer('GET /rest/v1/turn_off_statements', { body: [] });
  service.answer('GET /rest/v1/system_settings', { body: [] });
  service.answer('GET /rest/v1/chat_history', { body: [chat] });
  service.answer('GET /rest/v1/chat_messages', () => ({ body: messages }));
  storeSession();
  encrypted.account = userId;
  await unlockVault(userId, vault.accountKey, stored, false);
  /** Turns encrypted history off, as another device of the user would. */
  const turnOff = async () => {
    const [statement = ''] = await createTurnOffStatements(vault);
    service.answer('GET /rest/v1/turn_off_statements', { body: [{ statement }] });
  };
  return { service, addMessage, turnOff, vault };
}

async function openChats(client: QueryClient, isEncrypted = true) {
  vi.mocked(startIndexWorker).mockImplementation(startHere);
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { href: location.href, origin: location.origin, reload });
  onTestFinished(async () => {
    // Unmounts first, because the page would react to the cleared claim below.
    cleanup();
    await lockVault();
    vi.mocked(startIndexWorker).mockReset();
    Object.assign(encrypted, { account: null, storage: null });
    startCheck(userId)(null);
    forgetHistories();
    await deleteAccountDatabase(userId);
  });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <EngineContext value={engine}>
          <ErrorBoundary>
            <EncryptedChats user={{ id: userId, isEncrypted } as SessionUser}>
              <Chats />
            </EncryptedChats>
          </ErrorBoundary>
        </EngineContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { reload };
}

it('searches the unlocked history on this device, with new messages, until it is locked', async () => {
  const { service, addMessage } = await startService('on');
  await addMessage('white meadow');
  const client = createQueryClient();
  const { reload } = await openChats(client);
  await screen.findByText('The chats');
  const find = async (words: string) => {
    const { hits } = await client.fetchQuery({ ...searchQuery(userId, words, null), staleTime: 0 });
    return hits.map(({ title, excerpt }) => [
      title,
      excerpt.replaceAll('\u0002', '').replaceAll('\u0003', ''),
    ]);
  };
  await vi.waitFor(
    async () => expect(await find('meadow')).toEqual([['About clover', 'white meadow']]),
    5_000,
  );
  expect(await find('about')).toHaveLength(1);
  expect(service.to('/rest/v1/rpc/search_messages')).toEqual([]);

  await vi.waitFor(() => expect(FakeSocket.isJoined('chat_history')).toBe(true), 5_000);
  await addMessage('red meadow');
  act(() => service.emitChange('chat_history', { type: 'UPDATE', record: { id: chatId } }));
  await vi.waitFor(async () => expect(await find('red')).toHaveLength(1), 5_000);

  await act(() => lockVault());
  expect(deviceSearchOf(userId)).toBeNull();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not search on this device while the history is turned off', async () => {
  const { turnOff } = await startService('turning_off');
  await turnOff();
  await openChats(createQueryClient());
  await screen.findByText('The chats');
  expect(deviceSearchOf(userId)).toBeNull();
  expect(startIndexWorker).not.toHaveBeenCalled();
});

/** Stores a draft that an earlier page has encrypted. */
async function storeDraft() {
  const storage = await openEncryptedStorage(userId, createDeviceCipher(currentVault()!));
  storage.write(draftKeys.of(userId, 'new'), 'A draft');
  await storage.settled();
  storage.close();
  writeStored(encryptedDeviceKey(userId), '1');
}

describe('after encrypted history was turned off', () => {
  it('decrypts this device before it asks for the next session', async () => {
    const { service, turnOff } = await startService('on');
    service.answer('GET /rest/v1/account_encryption', { body: [] });
    await turnOff();
    await storeDraft();
    service.answer('POST /auth/v1/token', () => {
      expect(storedDraftsOf(userId).read('new')).toBe('A draft');
      return { body: fakeSession() };
    });
    await openChats(createQueryClient());
    await vi.waitFor(() => expect(service.to('/auth/v1/token')).toHaveLength(1), 5_000);
    expect(isEncryptedDevice(userId)).toBe(false);
    expect(isPinned(userId)).toBe(false);
    expect(screen.queryByText('The chats')).toBeNull();
  });

  it('shows an error if the next session can not be loaded', async () => {
    const { service, turnOff } = await startService('on');
    service.answer('GET /rest/v1/account_encryption', { body: [] });
    await turnOff();
    const { auth } = await getSupabase();
    const error = new AuthError('No connection');
    vi.spyOn(auth, 'refreshSession').mockResolvedValue({ data: { user: null, session: null }, error });
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(console, 'error').mockReturnValue();
    await openChats(createQueryClient());
    expect(await screen.findByText('No connection')).toBeVisible();
    vi.mocked(auth.refreshSession).mockClear();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await vi.waitFor(() => expect(auth.refreshSession).toHaveBeenCalledOnce(), 5_000);
  });

  it('decrypts this device before it shows the chats, if the session says so first', async () => {
    await startService('on');
    await storeDraft();
    await openChats(createQueryClient(), false);
    expect(screen.queryByText('The chats')).toBeNull();
    await screen.findByText('The chats');
    expect(storedDraftsOf(userId).read('new')).toBe('A draft');
    expect(isEncryptedDevice(userId)).toBe(false);
  });
});

describe('a service that claims, without a statement, that encrypted history is off', () => {
  const title = "This device can't confirm your encrypted history";
  const draft = () => localStorage.getItem(draftKeys.of(userId, 'new'));

  it('is not trusted: the texts of this device stay encrypted, and no session is requested', async () => {
    const { service } = await startService('on');
    await storeDraft();
    service.answer('GET /rest/v1/account_encryption', { body: [] });
    await openChats(createQueryClient());
    expect(await screen.findByRole('region', { name: title })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/says that encrypted history is off .* no proof/);
    expect(screen.queryByText('The chats')).toBeNull();
    expect(draft()).toMatch(/^enc1\.k\./);
    expect([isEncryptedDevice(userId), isPinned(userId)]).toEqual([true, true]);
    expect(service.to('/auth/v1/token')).toEqual([]);
  });

  it('is not trusted by a locked device either, until it returns the keys again', async () => {
    const { service } = await startService('on');
    const stored = await getSupabase().then((client) => client.from('account_encryption').select('*'));
    service.answer('GET /rest/v1/account_encryption', { body: [] });
    await lockVault();
    await openChats(createQueryClient());
    await screen.findByRole('region', { name: title });
    const close = vi.spyOn(encryptedDevice, 'close');
    onTestFinished(() => close.mockRestore());
    service.answer('GET /rest/v1/account_encryption', { body: stored.data });
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByRole('heading', { name: 'Unlock your history' })).toBeVisible();
    expect(screen.queryByRole('region', { name: title })).toBeNull();
    expect(close).not.toHaveBeenCalled();
    expect(isPinned(userId)).toBe(true);
  });

  it('is gone at "Check again", even if earlier requests are answered late', async () => {
    const { service } = await startService('on');
    const client = await getSupabase();
    const stored = await client.from('account_encryption').select('*');
    const late = Promise.withResolvers<{ body: never[] }>();
    service.answer('GET /rest/v1/account_encryption', () => late.promise);
    await openChats(createQueryClient());
    await screen.findByText('The chats');
    const reports = [startCheck(userId), startCheck(userId)] as const;
    act(() => reports[0]('off'));
    await screen.findByRole('region', { name: title });
    service.answer('GET /rest/v1/account_encryption', { body: stored.data });
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText('The chats')).toBeVisible();
    act(() => reports[1]('off'));
    await act(async () => late.resolve({ body: [] }));
    expect(screen.queryByRole('region', { name: title })).toBeNull();
  });

  it('is trusted by a locked device with the statement of another one', async () => {
    const { service, turnOff } = await startService('on');
    service.answer('GET /rest/v1/account_encryption', { body: [] });
    service.answer('POST /auth/v1/token', { body: fakeSession() });
    await turnOff();
    await lockVault();
    await openChats(createQueryClient());
    await vi.waitFor(() => expect(service.to('/auth/v1/token')).toHaveLength(1), 5_000);
    expect(isPinned(userId)).toBe(false);
  });

  it('is noticed while the chats are shown, and when it returns other keys', async () => {
    const { service } = await startService('on');
    await openChats(createQueryClient());
    await screen.findByText('The chats');
    const { stored } = await createAccountKeys(userId);
    const other = { state: 'on', public_key: stored.publicKey };
    service.answer('GET /rest/v1/account_encryption', { body: [other] });
    service.answer('POST /rest/v1/personas', { status: 201 });
    const client = await getSupabase();
    const { error, status } = await client.from('personas').insert({ name: 'A secret', instructions: '' });
    expect([error?.code, status]).toEqual(['', 503]);
    expect(service.to('/rest/v1/personas')).toEqual([]);
    expect(await screen.findByRole('alert')).toHaveTextContent(/returns encryption keys that differ/);
    expect(currentVault()).not.toBeNull();
  });

  it('is accepted only after a warning, and then decrypts this device', async () => {
    const { service } = await startService('on');
    await storeDraft();
    service.answer('GET /rest/v1/account_encryption', { body: [] });
    service.answer('POST /auth/v1/token', { body: fakeSession() });
    await openChats(createQueryClient());
    const accept = { name: 'Accept that history is no longer encrypted' };
    await userEvent.click(await screen.findByRole('button', accept));
    const dialog = within(screen.getByRole('dialog', { name: `${accept.name}?` }));
    expect(dialog.getByText(/will be stored as plain text/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(draft()).toMatch(/^enc1\.k\./);
    await userEvent.click(screen.getByRole('button', accept));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Accept' }));
    await vi.waitFor(() => expect(service.to('/auth/v1/token')).toHaveLength(1), 5_000);
    expect(draft()).toBe('A draft');
    expect(isPinned(userId)).toBe(false);
  });
});
