import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { connection } from '../../../lib/service-connection.ts';
import { writeStored } from '../../../lib/storage.ts';
import { operationKeys } from '../../../lib/unsent.ts';
import { fakeSession } from '../../../testing/fake-service.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
import { sendOperation } from './send-operation.ts';

const model = { id: 'some/model', name: 'Some Model' };
const noConnection = () => Promise.reject(new TypeError('Failed to fetch'));
const row = (title: string) => screen.findByRole('button', { name: new RegExp(`^${title}`) });

/** Makes all writes fail until the test restores the connection. */
function offline(service: FakeChats): void {
  service.chats.push(storedChat(1, 'Garden'), storedChat(2, 'Kitchen'));
  service.answer('PATCH /rest/v1/chat_history', noConnection);
  service.answer('HEAD /rest/v1/chat_messages', noConnection);
}

it('a rename without a connection is shown as waiting, and can be canceled', async () => {
  const { user, engine } = openChat('/chat', offline);
  (await row('Garden')).focus();
  await user.keyboard('{F2}');
  await user.clear(screen.getByRole('textbox', { name: 'Chat title' }));
  await user.keyboard('Orchard{Enter}');
  await waitFor(async () => expect(await row('Orchard')).toHaveTextContent('Waiting'));
  await user.click(screen.getByRole('button', { name: 'Options for Orchard' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Discard unsaved changes' }));
  expect(await row('Garden')).not.toHaveTextContent('Waiting');
  expect(engine().changes?.outbox.all()).toEqual([]);
});

it('a change is sent as soon as the service is back, without waiting for the next attempt', async () => {
  const { user, service } = openChat('/chat', offline);
  (await row('Garden')).focus();
  service.setOffline(true);
  await act(async () => void (await connection.check()));
  await user.keyboard('{F2}');
  await user.clear(screen.getByRole('textbox', { name: 'Chat title' }));
  await user.keyboard('Orchard{Enter}');
  await waitFor(async () => expect(await row('Orchard')).toHaveTextContent('Waiting'));
  service.answer('PATCH /rest/v1/chat_history', { body: [{ id: chatId(1) }] });
  service.setOffline(false);
  const before = performance.now();
  await act(async () => void (await connection.check()));
  await waitFor(() =>
    expect(service.to('/rest/v1/chat_history').map(({ method }) => method)).toContain('PATCH'),
  );
  expect(performance.now() - before).toBeLessThan(900);
});

it('a deletion without a connection hides the chat, and Undo shows it again', async () => {
  const { user, service, engine } = openChat('/chat', offline);
  (await row('Garden')).focus();
  await user.keyboard('{Delete}');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Garden/ })).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await row('Garden')).toBeVisible();
  expect([service.chats.length, engine().changes?.outbox.all()]).toEqual([2, []]);
});

it('a search without a connection only searches this device, and shows that', async () => {
  const { user } = openChat('/chat', (service) => {
    service.chats.push(storedChat(1, 'Garden'), storedChat(2, 'Kitchen'));
    service.messages.push({
      id: 'm1',
      chat_id: chatId(2),
      role: 'user',
      content: 'How do I sharpen knives?',
      status: 'complete',
      model_id: null,
      vendor_id: null,
      unavailable_vendor: null,
      created_at: '2026-11-01T00:00:00Z',
      seq: 1,
    });
    service.answer('POST /rest/v1/rpc/search_messages', noConnection);
  });
  await row('Kitchen');
  const search = screen.getByRole('searchbox', { name: 'Search chats...' });
  await waitFor(async () => {
    await user.clear(search);
    await user.type(search, 'knives');
    expect(await screen.findByText('knives', {}, { timeout: 2_000 })).toBeVisible();
  });
  expect(screen.getByText('Searching this device only')).toBeVisible();
});

it('a held message of a chat that another device has deleted returns to the draft', async () => {
  const waiting = {
    ...sendOperation({ chatId: chatId(9), title: 'Garden', text: 'And in winter?', isNewChat: false, model }),
    isHeld: true,
  };
  writeStored(operationKeys.of(fakeSession().user.id, waiting.id), JSON.stringify(waiting));
  const { engine } = openChat(`/chat?id=${chatId(9)}`, (service) => {
    service.answer('POST /rest/v1/chat_messages', {
      status: 409,
      body: { code: '23503', message: 'violates foreign key constraint' },
    });
  });
  expect(await screen.findByText('Chat not found')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('And in winter?'));
  expect(engine().changes?.outbox.all()).toEqual([]);
});
