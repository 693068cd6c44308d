import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FakeChats } from './testing/fake-chats.ts';
import { openChat } from './testing/open-chat.tsx';
import { chatId, storedChat } from './testing/stored-chats.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import './ConversationMenu.tsx';

const withTwo = ({ chats }: FakeChats) =>
  void chats.push(storedChat(1, 'Garden plans'), storedChat(2, 'Kitchen'));

type User = ReturnType<typeof openChat>['user'];

async function openMenu(user: User, name: string) {
  await user.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('menu', { name }));
}

const namesIn = async (menu: Awaited<ReturnType<typeof openMenu>>) =>
  (await menu.findAllByRole('menuitem')).map((item) => item.textContent);

it('offers the same actions in the header as in the list, each once', async () => {
  const { user } = openChat(`/chat?id=${chatId(1)}`, withTwo);
  const listed = await namesIn(await openMenu(user, 'Options for Garden plans'));
  await user.keyboard('{Escape}');
  expect(listed).toEqual(expect.arrayContaining(['Rename', 'Pin', 'Archive', 'Delete']));
  const inHeader = await namesIn(await openMenu(user, 'Chat actions'));
  // A button beside the menu exports the chat.
  expect(inHeader).toEqual(listed.filter((name) => !/^Export as .*$/.test(name ?? '')));
  expect(inHeader.length).toBe(listed.length - 2);
});

it('renames and pins the open chat from the header', async () => {
  const { user, service } = openChat(`/chat?id=${chatId(1)}`, withTwo);
  await screen.findByRole('button', { name: 'Options for Garden plans' });
  const menu = await openMenu(user, 'Chat actions');
  await user.click(await menu.findByRole('menuitem', { name: 'Pin' }));
  await waitFor(() => expect(service.chats[0]?.pinned_at).toMatch(/^20/));
  await user.click(await (await openMenu(user, 'Chat actions')).findByRole('menuitem', { name: 'Rename' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.clear(dialog.getByRole('textbox'));
  await user.type(dialog.getByRole('textbox'), 'Garden, in May{Enter}');
  await waitFor(() => expect(service.chats[0]?.title).toBe('Garden, in May'));
});

it('deletes the open chat from the header, opens a new one, and Undo returns to it', async () => {
  const { user, service, address } = openChat(`/chat?id=${chatId(1)}`, withTwo);
  await screen.findByRole('button', { name: 'Options for Garden plans' });
  const menu = await openMenu(user, 'Chat actions');
  await user.click(await menu.findByRole('menuitem', { name: 'Delete' }));
  expect(await screen.findByText('Chat deleted: Garden plans')).toBeVisible();
  expect(address()).toBe('/chat');
  expect(service.chats.map(({ title }) => title)).toEqual(['Kitchen']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(address()).toBe(`/chat?id=${chatId(1)}`));
});
