import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { isSafeToReload } from '../../lib/reload-safety.ts';
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
