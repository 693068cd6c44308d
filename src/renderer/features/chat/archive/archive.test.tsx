import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import '../palette/CommandPalette.tsx';

const at = '2026-11-01T00:00:00Z';
const noConnection = () => Promise.reject(new TypeError('Failed to fetch'));
const withTwo = ({ chats }: FakeChats) =>
  void chats.push(storedChat(1, 'Garden plans'), storedChat(2, 'Kitchen'));
const withArchived = ({ chats }: FakeChats) =>
  void chats.push(storedChat(1, 'Garden plans', 0, { archived_at: at }), storedChat(2, 'Kitchen'));
const row = (title: string) => screen.findByRole('button', { name: new RegExp(`^${title}`) });
const expectGone = (title: string) =>
  waitFor(() => expect(screen.queryByRole('button', { name: new RegExp(`^${title}`) })).toBeNull());

type User = ReturnType<typeof openChat>['user'];
async function archive(user: User, title: string) {
  await row(title);
  await user.click(screen.getByRole('button', { name: `Options for ${title}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
}

describe('archiving a chat', () => {
  it('removes and closes it, and Undo restores it', async () => {
    const { user, service, address } = openChat(`/chat?id=${chatId(1)}`, withTwo);
    await archive(user, 'Garden plans');
    expect(await screen.findByText('Chat archived: Garden plans')).toBeVisible();
    await expectGone('Garden plans');
    expect(address()).toBe('/chat');
    await waitFor(() => expect(service.chats[0]?.archived_at).toMatch(/^20/));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await row('Garden plans')).toBeVisible();
    await waitFor(() => expect(service.chats[0]?.archived_at).toBeNull());
    await waitFor(() => expect(address()).toBe(`/chat?id=${chatId(1)}`));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  it('also works offline, and an undo is applied after the change that it reverts', async () => {
    const { user, service, engine } = openChat('/chat', (fake) => {
      withTwo(fake);
      fake.answer('PATCH /rest/v1/chat_history', noConnection);
    });
    await archive(user, 'Kitchen');
    await expectGone('Kitchen');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await row('Kitchen')).toHaveTextContent('Waiting');
    expect(engine().changes?.outbox.all()).toMatchObject([
      { kind: 'archive', archivedAt: expect.stringMatching(/^20/) },
      { kind: 'archive', archivedAt: null },
    ]);
    expect(service.chats).toHaveLength(2);
  });

  it('shows an error and keeps the chat if the service refuses', async () => {
    const { user } = openChat('/chat', (fake) => {
      withTwo(fake);
      fake.answer('PATCH /rest/v1/chat_history', { status: 500, body: { message: 'no' } });
    });
    await archive(user, 'Kitchen');
    expect(await screen.findByText("Couldn't archive the chat")).toBeVisible();
    expect(await row('Kitchen')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  it('is available as a command', async () => {
    const { user, service, input } = openChat(`/chat?id=${chatId(1)}`, withTwo);
    const field = await input();
    await row('Garden plans');
    await waitFor(() => expect(field).toHaveFocus());
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Command palette' });
    await user.keyboard('archive');
    expect(await screen.findByRole('option', { name: 'Archive the chat', selected: true })).toBeVisible();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(service.chats[0]?.archived_at).toMatch(/^20/));
  });
});

it('shows a link to the archived chats if no other chat is left', async () => {
  const { user } = openChat('/chat', ({ chats }) => void chats.push(storedChat(1, 'Garden plans', 0)));
  await archive(user, 'Garden plans');
  expect(await screen.findByText('No other chats')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Archived chats' })).toHaveAttribute(
    'href',
    '/history?show=archived',
  );
  expect(screen.queryByText('No chats yet')).toBeNull();
});

describe('an archived chat', () => {
  it('shows a notice when it is open, and returns to its position in the list when it is unarchived', async () => {
    const { user, service } = openChat(`/chat?id=${chatId(1)}`, withArchived);
    const notice = await screen.findByText('This chat is archived. Sending a message unarchives it.');
    await row('Kitchen');
    expect(screen.queryByRole('button', { name: 'Options for Garden plans' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Unarchive' }));
    await screen.findByRole('button', { name: 'Options for Garden plans' });
    expect(notice).not.toBeInTheDocument();
    await waitFor(() => expect(service.chats[0]?.archived_at).toBeNull());
    const list = within(screen.getByRole('navigation', { name: 'Chats' }));
    expect(list.getAllByRole('button', { name: /^Options/ }).map((each) => each.ariaLabel)).toEqual([
      'Options for Garden plans',
      'Options for Kitchen',
    ]);
  });

  it('is unarchived by a new message, even before the message is sent', async () => {
    const { user, input } = openChat(`/chat?id=${chatId(1)}`, (fake) => {
      withArchived(fake);
      fake.answer('POST /rest/v1/chat_messages', noConnection);
    });
    await screen.findByText(/^This chat is archived/);
    await user.type(await input(), 'And the roses?{Enter}');
    expect(await screen.findByRole('button', { name: 'Options for Garden plans' })).toBeInTheDocument();
    expect(screen.queryByText(/^This chat is archived/)).toBeNull();
  });

  it('appears in search results, marked as archived', async () => {
    const { user, service } = openChat('/chat', withArchived);
    service.answer('POST /rest/v1/rpc/search_messages', {
      body: [
        {
          chat_id: chatId(1),
          chat_title: 'Garden plans',
          message_id: null,
          excerpt: '\u0002Garden\u0003 plans',
          created_at: at,
          is_archived: true,
        },
      ],
    });
    await row('Kitchen');
    await user.type(screen.getByRole('searchbox'), 'garden');
    expect(await row('Garden plans')).toHaveTextContent('Garden plansArchived');
  });
});
