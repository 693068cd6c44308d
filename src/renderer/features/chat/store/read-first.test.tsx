import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeSession } from '../../../testing/fake-service.ts';
import { openChat } from '../testing/open-chat.tsx';
import { branchOf, chatRow } from '../testing/rows.ts';
import { chatId, storedChat } from '../testing/stored-chats.ts';
import { ChatStore } from './chat-store.ts';
import { AccountDatabase } from './database.ts';

const userId = fakeSession().user.id;

/** Fills the store as an earlier visit would. */
async function fillStore(fill: (store: ChatStore) => Promise<void>): Promise<void> {
  const database = new AccountDatabase(userId, () => {});
  await fill(new ChatStore(database));
  database.close();
}

const twoChats = (store: ChatStore) =>
  Promise.all([
    store.writeChats({
      chats: [chatRow(chatId(1), { title: 'Garden' }), chatRow(chatId(2), { title: 'Kitchen' })],
      changedAfter: null,
    }),
    store.writeEnd(chatId(1), branchOf(2, chatId(1))),
  ]).then(() => {});

it('stored chats are listed and can be opened while the service is unreachable', async () => {
  await fillStore(twoChats);
  const { user } = openChat('/chat', ({ answer }) => {
    for (const route of ['GET /rest/v1/chat_history', 'POST /rest/v1/rpc/list_branch'])
      answer(route, () => Promise.reject(new TypeError('Failed to fetch')));
  });
  await user.click(await screen.findByRole('button', { name: /^Garden/ }));
  expect(await screen.findByText(`Text ${chatId(1)}-2`)).toBeVisible();
  expect(screen.queryByText("Couldn't load messages")).toBeNull();
});

it.each([
  ['in a project', { projectId: '00000001-2222-4222-8222-222222222222' }],
  ['archived', { archivedAt: '2026-11-01T00:00:00Z' }],
])('a stored chat that is %s opens by its address while the service is unreachable', async (_, change) => {
  await fillStore(async (store) => {
    await store.putChats([chatRow(chatId(1), { title: 'Garden', ...change })]);
    await store.writeEnd(chatId(1), branchOf(2, chatId(1)));
  });
  openChat(`/chat?id=${chatId(1)}`, ({ answer }) => {
    for (const route of ['GET /rest/v1/chat_history', 'POST /rest/v1/rpc/list_branch'])
      answer(route, () => Promise.reject(new TypeError('Failed to fetch')));
  });
  expect(await screen.findByText(`Text ${chatId(1)}-2`)).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1, name: 'Garden' })).toBeVisible();
});

it("the service's rows replace the stored ones, here and on the device", async () => {
  await fillStore(twoChats);
  const { service } = openChat(`/chat?id=${chatId(1)}`, ({ chats }) =>
    chats.push(storedChat(1, 'Renamed on a phone')),
  );
  expect(await screen.findByRole('button', { name: /^Renamed on a phone/ })).toBeVisible();
  await waitFor(() => expect(screen.queryByText(`Text ${chatId(1)}-2`)).toBeNull());
  expect(screen.queryByText('Kitchen')).toBeNull();
  expect(service.to('/rest/v1/rpc/list_branch').length).toBeGreaterThan(0);
  const database = new AccountDatabase(userId, () => {});
  const store = new ChatStore(database);
  await waitFor(async () => {
    expect((await store.readChats()).map(({ title }) => title)).toEqual(['Renamed on a phone']);
    expect(await store.readEnd(chatId(1), 50)).toEqual([]);
  });
  database.close();
});

it('a chat that is opened is stored on this device', async () => {
  openChat(`/chat?id=${chatId(1)}`, ({ chats, messages }) => {
    chats.push(storedChat(1, 'Garden'));
    messages.push({
      id: 'question',
      chat_id: chatId(1),
      role: 'user',
      content: 'When do I prune?',
      status: 'complete',
      model_id: null,
      vendor_id: null,
      unavailable_vendor: null,
      created_at: '2026-11-01T00:00:00Z',
      seq: 1,
    });
  });
  const database = new AccountDatabase(userId, () => {});
  const store = new ChatStore(database);
  await waitFor(async () =>
    expect((await store.readEnd(chatId(1), 50))?.map(({ content }) => content)).toEqual(['When do I prune?']),
  );
  database.close();
});
