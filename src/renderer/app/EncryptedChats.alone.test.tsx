import { AuthError } from '@supabase/supabase-js';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { noProject } from '../../shared/brand.ts';
import { createHistory, encryptChat } from '../../shared/encrypted-history/history.ts';
import type { Row } from '../../shared/encrypted-history/rows.ts';
import { createAccountKeys, createChatKey } from '../../shared/vault/account-keys.ts';
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
import { isEncryptedDevice } from '../lib/encrypted-device.ts';
import { draftKeys, encrypted, encryptedDeviceKey, writeStored } from '../lib/storage.ts';
import { storedDraftsOf } from '../lib/unsent.ts';
import { getSupabase } from '../lib/supabase.ts';
import { currentVault, lockVault, unlockVault } from '../lib/vault/vault.ts';
import { FakeSocket } from '../testing/fake-socket.ts';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { storeSession } from '../testing/render-app.tsx';
import { EncryptedChats } from './EncryptedChats.tsx';

vi.mock('../features/chat/device-search/worker/start.ts', { spy: true });

const userId = fakeSession().user.id;
const chatId = crypto.randomUUID();
const time = '2026-11-20T10:00:00Z';
const engine = { runner: { turns: new Map() } } as unknown as ChatEngine;

function Chats() {
  useChatListRealtime(userId);
  return <p>The chats</p>;
}

/** The service with an account whose history is encrypted, and its unlocked key in this page. */
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
    unlock_methods: [],
  };
  service.answer('GET /rest/v1/account_encryption', { body: [encryption] });
  service.answer('GET /rest/v1/system_settings', { body: [] });
  service.answer('GET /rest/v1/chat_history', { body: [chat] });
  service.answer('GET /rest/v1/chat_messages', () => ({ body: messages }));
  storeSession();
  encrypted.account = userId;
  await unlockVault(userId, vault.accountKey, stored, false);
  return { service, addMessage };
}

async function openChats(client: QueryClient, isEncrypted = true) {
  vi.mocked(startIndexWorker).mockImplementation(startHere);
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { href: location.href, origin: location.origin, reload });
  onTestFinished(async () => {
    await lockVault();
    vi.mocked(startIndexWorker).mockReset();
    Object.assign(encrypted, { account: null, storage: null });
    await deleteAccountDatabase(userId);
  });
  render(
    <QueryClientProvider client={client}>
      <EngineContext value={engine}>
        <ErrorBoundary>
          <EncryptedChats user={{ id: userId, isEncrypted } as SessionUser}>
            <Chats />
          </EncryptedChats>
        </ErrorBoundary>
      </EngineContext>
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
  await startService('turning_off');
  await openChats(createQueryClient());
  await screen.findByText('The chats');
  expect(deviceSearchOf(userId)).toBeNull();
  expect(startIndexWorker).not.toHaveBeenCalled();
});

describe('after encrypted history was turned off', () => {
  /** A draft that an earlier page has encrypted. */
  const storeDraft = async () => {
    const storage = await openEncryptedStorage(userId, createDeviceCipher(currentVault()!));
    storage.write(draftKeys.of(userId, 'new'), 'A draft');
    await storage.settled();
    storage.close();
    writeStored(encryptedDeviceKey(userId), '1');
  };

  it('decrypts this device before it asks for the next session', async () => {
    const { service } = await startService('on');
    service.answer('GET /rest/v1/account_encryption', { body: [] });
    await storeDraft();
    service.answer('POST /auth/v1/token', () => {
      expect(storedDraftsOf(userId).read('new')).toBe('A draft');
      return { body: fakeSession() };
    });
    await openChats(createQueryClient());
    await vi.waitFor(() => expect(service.to('/auth/v1/token')).toHaveLength(1), 5_000);
    expect(isEncryptedDevice(userId)).toBe(false);
    expect(screen.queryByText('The chats')).toBeNull();
  });

  it('shows an error if the next session can not be loaded', async () => {
    const { service } = await startService('on');
    service.answer('GET /rest/v1/account_encryption', { body: [] });
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
