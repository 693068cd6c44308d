import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { isSafeToReload } from '../../lib/reload-safety.ts';
import { findListedChat } from './data/cache.ts';
import { chatQueries } from './data/queries.ts';
import { openChat } from './testing/open-chat.tsx';
import { chatId, storedChat } from './testing/stored-chats.ts';

/** The columns of a new message that the service fills. */
const emptyMessage = {
  model_id: null,
  vendor_id: null,
  unavailable_vendor: null,
  reasoning_ms: null,
  parameters: null,
  usage: null,
};

it('prevents reloads while a compared reply is being written', async () => {
  const { engine, completion, input } = openChat(
    '/chat',
    ({ chats }) => void chats.push(storedChat(1, 'Clovers')),
  );
  await input();
  expect(isSafeToReload()).toBe(true);
  const question = { id: '22222222-2222-4222-8222-222222222222', chatId: chatId(1), content: 'Leaves?' };
  const model = { id: 'other/model', name: 'Other Model' };
  act(() => engine().runner.beside(chatId(1)).again({ question, title: 'Clovers', model }));
  expect(isSafeToReload()).toBe(false);
  const { end } = await completion();
  act(() => end('Four.'));
  await waitFor(() => expect(isSafeToReload()).toBe(true));
});

it('does not list a chat again if another device archived it while its reply was being written', async () => {
  const { user, input, service, client, engine, completion } = openChat(
    '/chat',
    ({ chats }) => void chats.push(storedChat(1, 'Garden')),
  );
  await user.type(await input(), 'How many leaves?{Enter}');
  const { end } = await completion();
  const listed = () => screen.queryByRole('button', { name: /^How many leaves/ });
  await waitFor(() => expect(listed()).toBeVisible());
  await user.click(screen.getByRole('button', { name: /^Garden/ }));
  const archived = service.chats.find(({ title }) => title !== 'Garden');
  Object.assign(archived ?? {}, { archived_at: new Date().toISOString() });
  await act(() => client.invalidateQueries({ queryKey: chatQueries.lists(engine().userId) }));
  await waitFor(() => expect(listed()).toBeNull());
  act(() => end('Three.'));
  await waitFor(() => expect(engine().unread.all().size).toBe(1));
  expect(listed()).toBeNull();
});

it('does not list a chat again if another device archived it before the response to a message arrived', async () => {
  const { user, input, service, client, engine, completion } = openChat(
    '/chat',
    ({ chats }) =>
      void chats.push(storedChat(1, 'Garden', 0, { model_id: 'some/model' }), storedChat(2, 'Bread')),
  );
  await user.click(await screen.findByRole('button', { name: /^Garden/ }));
  // The lists are reloaded once more after their channel has opened.
  await waitFor(() => expect(service.to('/rest/v1/rpc/own_access')).not.toHaveLength(0));
  await waitFor(() => expect(client.isFetching({ queryKey: chatQueries.lists(engine().userId) })).toBe(0));
  const response = Promise.withResolvers<void>();
  service.answer('POST /rest/v1/chat_messages', async ({ body }) => {
    await response.promise;
    const stored = { status: 'complete', created_at: new Date().toISOString(), seq: 1 };
    return { status: 201, body: (body as object[]).map((row) => ({ ...emptyMessage, ...row, ...stored })) };
  });
  await user.type(await input(), 'How many leaves?{Enter}');
  await waitFor(() => expect(service.to('/rest/v1/chat_messages').at(-1)).toHaveProperty('method', 'POST'));
  Object.assign(service.chats.find(({ title }) => title === 'Garden') ?? {}, {
    archived_at: new Date().toISOString(),
  });
  await act(() => client.invalidateQueries({ queryKey: chatQueries.lists(engine().userId) }));
  const listed = () => findListedChat(client, engine().userId, chatId(1));
  expect(listed()).toBeUndefined();
  response.resolve();
  const { end } = await completion();
  act(() => end('Three.'));
  expect(await screen.findByText('Three.')).toBeVisible();
  await waitFor(() => expect(listed()).toBeUndefined());
});

it('keeps a chat with waiting messages in the list, although another device archived it', async () => {
  const { user, input, service, client, engine, completion } = openChat(
    '/chat',
    ({ chats }) => void chats.push(storedChat(1, 'Garden'), storedChat(2, 'Bread')),
  );
  const line = (title: RegExp) => screen.queryByRole('button', { name: title });
  await user.click(await screen.findByRole('button', { name: /^Garden/ }));
  await user.type(await input(), 'How many leaves?{Enter}');
  await completion();
  await user.type(await input(), 'And roots?{Enter}');
  await user.click(screen.getByRole('button', { name: /^Bread/ }));
  await waitFor(() => expect(line(/^Bread/)).toHaveAttribute('aria-current', 'page'));
  Object.assign(service.chats.find(({ title }) => title === 'Garden') ?? {}, {
    archived_at: new Date().toISOString(),
  });
  await act(() => client.invalidateQueries({ queryKey: chatQueries.lists(engine().userId) }));
  await user.click(await screen.findByRole('button', { name: /^Garden/ }));
  const waiting = await screen.findByRole('region', { name: 'Waiting messages' });
  expect(waiting).toHaveTextContent('And roots?');
});
