import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FakeChats, StoredMessage } from './testing/fake-chats.ts';
import { openChat } from './testing/open-chat.tsx';
import { chatId, storedChat } from './testing/stored-chats.ts';

const message = (chat: number): StoredMessage => ({
  id: `${chatId(chat)}-message`,
  chat_id: chatId(chat),
  role: 'user',
  content: `Words of chat ${chat}`,
  status: 'complete',
  model_id: null,
  vendor_id: null,
  unavailable_vendor: null,
  created_at: '2026-11-01T00:00:00Z',
  seq: chat,
});

function fill({ chats, messages }: FakeChats, count: number): void {
  for (let chat = 1; chat <= count; chat += 1) {
    chats.push(storedChat(chat, `Chat ${chat}`));
    messages.push(message(chat));
  }
}

const read = (service: FakeChats) => service.to('/rest/v1/rpc/list_branch').map(({ body }) => body);

it('preloads the 20 latest chats one at a time, with the last 50 messages of each [DATA-030]', async () => {
  let [underWay, most] = [0, 0];
  const { service } = openChat('/chat', (fake) => {
    fill(fake, 22);
    fake.answer('POST /rest/v1/rpc/list_branch', async ({ body }) => {
      most = Math.max(most, (underWay += 1));
      await Promise.resolve();
      underWay -= 1;
      const { chat } = body as { chat: string };
      return {
        body: fake.messages
          .filter(({ chat_id }) => chat_id === chat)
          .map((row) => ({ ...row, parent_id: null })),
      };
    });
  });
  const latest = Array.from({ length: 20 }, (_, index) => ({ chat: chatId(index + 1), max_messages: 50 }));
  await waitFor(() => expect(read(service)).toEqual(latest));
  expect(most).toBe(1);
});

it('a preloaded chat is shown without the network', async () => {
  const { service, client, user } = openChat('/chat', (fake) => fill(fake, 2));
  await waitFor(() => expect(client.getQueryData(['chat', 'messages', chatId(2)])).toBeDefined());
  service.setOffline(true);
  await user.click(await screen.findByRole('button', { name: /^Chat 2/ }));
  expect(await screen.findByText('Words of chat 2')).toBeVisible();
});

it('a preloaded chat is loaded again when it is opened, to show changes from other devices', async () => {
  const { service, client, user } = openChat('/chat', (fake) => fill(fake, 1));
  await waitFor(() =>
    expect(client.getQueryState(['chat', 'messages', chatId(1)])?.isInvalidated).toBe(true),
  );
  service.messages.push({ ...message(1), id: 'from-a-phone', content: 'Written on a phone', seq: 9 });
  await user.click(await screen.findByRole('button', { name: /^Chat 1/ }));
  expect(await screen.findByText('Written on a phone')).toBeVisible();
});

it('a failure stops preloading without an error on screen', async () => {
  const { service } = openChat('/chat', (fake) => {
    fill(fake, 3);
    fake.answer('POST /rest/v1/rpc/list_branch', { status: 500, body: { message: 'broken' } });
  });
  await waitFor(() => expect(read(service)).toHaveLength(1));
  expect(await screen.findByRole('button', { name: /^Chat 3/ })).toBeVisible();
  expect(read(service)).toHaveLength(1);
  expect(screen.queryByText('Error')).toBeNull();
});
