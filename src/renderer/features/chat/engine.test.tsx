import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { isSafeToReload } from '../../lib/reload-safety.ts';
import { chatQueries } from './data/queries.ts';
import { openChat } from './testing/open-chat.tsx';
import { chatId, storedChat } from './testing/stored-chats.ts';

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

it('removes a deleted chat from an outdated list when the user opens it', async () => {
  const { user, service, client, engine } = openChat(
    '/chat',
    ({ chats }) => void chats.push(storedChat(1, 'Garden', 0, { pinned_at: '2026-11-20T10:00:00Z' })),
  );
  const entry = await screen.findByRole('button', { name: /^Garden/ });
  service.chats.splice(0);
  const { queryKey } = chatQueries.list(engine().userId);
  await act(() => client.invalidateQueries({ queryKey, exact: true }));
  expect(entry).toBeVisible();
  await user.click(entry);
  expect(await screen.findByText('Chat not found')).toBeVisible();
  await waitFor(() => expect(entry).not.toBeInTheDocument());
});
