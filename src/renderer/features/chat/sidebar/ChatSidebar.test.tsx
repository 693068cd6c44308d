import { readFileSync } from 'node:fs';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { platform } from '../../../platform/index.ts';
import { fakeSession } from '../../../testing/fake-service.ts';
import { chatEngineOf } from '../engine.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
import type { FakeChats } from '../testing/fake-chats.ts';

const list = () => within(screen.getByRole('navigation', { name: 'Chats' }));
const row = (title: string) => screen.findByRole('button', { name: new RegExp(`^${title}`) });
const lines = () =>
  list()
    .getAllByRole('listitem')
    .map((item) => item.querySelector('h2, button span')?.textContent);
/** In local time. Chats older than six days are grouped by their date. */
const dateOf = (days: number) => {
  const date = new Date();
  date.setDate(date.getDate() - days);
  return date.toLocaleDateString();
};
const withThree = ({ chats }: FakeChats) =>
  void chats.push(storedChat(1, 'Apples'), storedChat(2, 'Bread', 3), storedChat(3, 'Cheese', 30));

it('a chat is marked as unread if its reply arrived while another was open', async () => {
  const { user, client } = openChat('/chat', withThree);
  const bread = await row('Bread');
  act(() => chatEngineOf(fakeSession().user.id, client).unread.mark(chatId(2)));
  expect(bread).toHaveAccessibleName(/New reply/);
  expect(await row('Apples')).not.toHaveAccessibleName(/New reply/);
  await user.click(bread);
  await waitFor(() => expect(bread).not.toHaveAccessibleName(/New reply/));
});

it('Enter in the search opens all results, but not while it ends the input of a word', async () => {
  const { user, address } = openChat('/chat', withThree);
  await row('Apples');
  const search = screen.getByRole('searchbox', { name: 'Search chats...' });
  await user.type(search, 'Bread');
  fireEvent.keyDown(search, { key: 'Enter', isComposing: true });
  expect(address()).toBe('/chat');
  await user.keyboard('{Enter}');
  expect(address()).toBe('/history?q=Bread');
});

describe('the groups of the list', () => {
  it('are the days of the last change, below the pinned chats [CHAT-011, CHAT-018]', async () => {
    openChat('/chat', ({ chats }) => {
      chats.push(
        storedChat(1, 'Just now'),
        storedChat(2, 'Now, too'),
        storedChat(3, 'Last night', 1),
        storedChat(4, 'Six days ago', 6),
        storedChat(5, 'A week ago', 7),
        storedChat(6, 'Kept long', 90, { pinned_at: '2026-01-01T00:00:00Z' }),
        storedChat(7, 'Kept last', 2, { pinned_at: '2026-02-01T00:00:00Z' }),
      );
    });
    await row('Just now');
    expect(lines()).toEqual([
      'Pinned',
      'Kept last',
      'Kept long',
      'Today',
      'Just now',
      'Now, too',
      'Yesterday',
      'Last night',
      '6 days ago',
      'Six days ago',
      dateOf(7),
      'A week ago',
    ]);
  });

  it('show each day once: in the heading, or in the row of a pinned or found chat [CHAT-018]', async () => {
    const { user } = openChat('/chat', ({ chats }) => {
      chats.push(
        storedChat(1, 'Apples', 1),
        storedChat(2, 'Bread', 2, { pinned_at: '2026-01-01T00:00:00Z' }),
      );
    });
    const dateIn = async (title: string) => (await row(title)).querySelector('time');
    // The name contains the day, because screen readers read rows without their headings.
    expect(await row('Apples')).toHaveAccessibleName(/^Apples ?Yesterday$/);
    expect(await dateIn('Apples')).toHaveClass('visually-hidden');
    expect(await dateIn('Bread')).toHaveTextContent('2 days ago');
    expect(await dateIn('Bread')).not.toHaveClass('visually-hidden');
    await user.type(screen.getByRole('searchbox'), 'apples');
    await waitFor(async () => expect(await dateIn('Apples')).not.toHaveClass('visually-hidden'));
  });

  it('include pinned chats that are not on a loaded page', async () => {
    openChat('/chat', (service) => {
      const old = storedChat(1, 'From the first day', 300, { pinned_at: '2026-01-01T00:00:00Z' });
      service.answer('GET /rest/v1/chat_history', ({ search }) => ({
        body: search.includes('pinned_at=not.is.null') ? [old] : [storedChat(2, 'Now')],
      }));
    });
    expect(await row('From the first day')).toBeVisible();
    expect(lines()).toEqual(['Pinned', 'From the first day', 'Today', 'Now']);
  });

  it('add a chat with Pin and remove it with Unpin, on the service and on screen', async () => {
    const { user, service } = openChat('/chat', withThree);
    const choose = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: 'Options for Cheese' }));
      await user.click(await screen.findByRole('menuitem', { name }));
    };
    await row('Cheese');
    await choose('Pin');
    await waitFor(() => expect(lines().slice(0, 2)).toEqual(['Pinned', 'Cheese']));
    await waitFor(() => expect(service.chats[2]?.pinned_at).toMatch(/^\d{4}-/));
    await choose('Unpin');
    await waitFor(() => expect(lines().at(-1)).toBe('Cheese'));
    await waitFor(() => expect(service.chats[2]?.pinned_at).toBeNull());
  });

  it('show an error if a chat could not be pinned, and undo it', async () => {
    const { user } = openChat('/chat', (service) => {
      withThree(service);
      service.answer('PATCH /rest/v1/chat_history', { status: 500, body: { message: 'no' } });
    });
    await user.click(await screen.findByRole('button', { name: 'Options for Cheese' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Pin' }));
    expect(await screen.findByText('Failed to pin chat in database')).toBeVisible();
    await waitFor(() => expect(lines()).not.toContain('Pinned'));
  });
});

describe('the list', () => {
  it('is a single tab stop with arrow keys, Home and End, and Enter opens a chat [CHAT-011]', async () => {
    const { user, address } = openChat('/chat', withThree);
    await row('Apples');
    await user.click(screen.getByRole('searchbox'));
    await user.tab();
    expect(await row('Apples')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(await row('Bread')).toHaveFocus();
    await user.keyboard('{End}');
    expect(await row('Cheese')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(await row('Cheese')).toHaveFocus();
    await user.keyboard('{Home}');
    expect(await row('Apples')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    await user.tab();
    expect(screen.getByRole('button', { name: 'Options for Bread' })).toHaveFocus();
    await user.tab();
    expect(document.activeElement?.closest('nav')).toBeNull();
    await user.tab({ shift: true });
    await user.tab({ shift: true });
    await user.keyboard('{Enter}');
    expect(address()).toBe(`/chat?id=${chatId(2)}`);
  });

  it('renames with F2, deletes with Delete, and moves the focus to the next chat [CHAT-005]', async () => {
    const { user, service } = openChat('/chat', withThree);
    (await row('Bread')).focus();
    await user.keyboard('{F2}');
    const field = await screen.findByRole('textbox', { name: 'Chat title' });
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, 'Toast{Enter}');
    expect(await row('Toast')).toHaveFocus();
    await waitFor(() => expect(service.chats[1]?.title).toBe('Toast'));
    // With its new title, the chat moved to the top of the list.
    await waitFor(() => expect(lines()).toEqual(['Today', 'Toast', 'Apples', dateOf(30), 'Cheese']));
    await user.keyboard('{Delete}');
    expect(await row('Apples')).toHaveFocus();
    await waitFor(() => expect(service.chats.map(({ title }) => title)).toEqual(['Apples', 'Cheese']));
    await user.keyboard('{End}{Delete}');
    expect(await row('Apples')).toHaveFocus();
  });

  it('keeps the focused row mounted while it is scrolled out of view', async () => {
    openChat('/chat', ({ chats }) => {
      for (let n = 1; n <= 400; n += 1) chats.push(storedChat(n, `Chat ${n}.`));
    });
    const first = await row('Chat 1\\.');
    first.focus();
    const nav = screen.getByRole('navigation', { name: 'Chats' });
    vi.spyOn(nav, 'scrollTop', 'get').mockReturnValue(10_000);
    nav.dispatchEvent(new Event('scroll'));
    expect(await row('Chat 280\\.')).toBeInTheDocument();
    expect(first).toHaveFocus();
    expect(list().getAllByRole('listitem').length).toBeLessThan(60);
  });
});

describe('the search', () => {
  const find = (service: FakeChats, hits: readonly unknown[]) =>
    service.answer('POST /rest/v1/rpc/search_messages', { body: hits });
  const inMessage = {
    chat_id: chatId(2),
    chat_title: 'Bread',
    message_id: '99999999-1111-4111-8111-111111111111',
    excerpt: 'Let the <b>\u0002dough\u0003</b> rest',
    created_at: '2026-11-01T00:00:00Z',
    is_archived: false,
  };
  const inTitle = (n: number, title: string, excerpt: string) => ({
    chat_id: chatId(n),
    chat_title: title,
    message_id: null,
    excerpt,
    created_at: '2026-11-01T00:00:00Z',
    is_archived: false,
  });

  it('also finds words in messages, marks them and opens the message', async () => {
    const { user, service, address } = openChat('/chat', withThree);
    find(service, [inMessage]);
    await row('Apples');
    await user.type(screen.getByRole('searchbox'), 'dough');
    const hit = await row('Bread');
    expect(lines()).toEqual(['In messages', 'Bread']);
    expect(hit).toHaveTextContent('BreadLet the <b>dough</b> rest');
    expect(hit.querySelector('mark')).toHaveTextContent('dough');
    expect(service.to('/rest/v1/rpc/search_messages').at(-1)?.body).toEqual({
      query: 'dough',
      max_results: 30,
    });
    await user.keyboard('{Tab}{Enter}');
    expect(address()).toBe(`/chat?id=${chatId(2)}&message=${inMessage.message_id}`);
  });

  it('lists a chat once if both the page and the service find it', async () => {
    const { user, service } = openChat('/chat', withThree);
    find(service, [
      inTitle(2, 'Bread', '\u0002Bread\u0003'),
      inTitle(9, 'Rye and bread', 'Rye and \u0002bread\u0003'),
      inMessage,
    ]);
    await row('Apples');
    await user.type(screen.getByRole('searchbox'), 'bread');
    const far = await row('Rye and bread');
    expect(lines()).toEqual(['Bread', 'Rye and bread', 'In messages', 'Bread']);
    expect(far.querySelector('mark')).toHaveTextContent('bread');
  });

  it('shows that nothing matches only after the service has responded [CHAT-015]', async () => {
    const { user, service } = openChat('/chat', withThree);
    let answer: (reply: { body: unknown }) => void = () => {};
    service.answer('POST /rest/v1/rpc/search_messages', () => new Promise((resolve) => (answer = resolve)));
    await row('Apples');
    await user.type(screen.getByRole('searchbox'), 'zucchini');
    await waitFor(() => expect(service.to('/rest/v1/rpc/search_messages')).toHaveLength(1));
    expect(screen.queryByText('No chats match your search')).toBeNull();
    answer({ body: [] });
    expect(await screen.findByText('No chats match your search')).toBeVisible();
  });
});

describe('service failures', () => {
  const refuse = (method: string) => (service: FakeChats) => {
    withThree(service);
    service.answer(`${method} /rest/v1/chat_history`, { status: 500, body: { message: 'no' } });
  };

  it('a failed deletion is shown and undone [CHAT-091]', async () => {
    const { user } = openChat('/chat', refuse('DELETE'));
    (await row('Bread')).focus();
    await user.keyboard('{Delete}');
    expect(await screen.findByText('Failed to delete chat from database')).toBeVisible();
    expect(await row('Bread')).toBeVisible();
  });

  it('a failed rename is shown and undone [CHAT-092]', async () => {
    const { user } = openChat('/chat', refuse('PATCH'));
    (await row('Bread')).focus();
    await user.keyboard('{F2}Toast{Enter}');
    expect(await screen.findByText('Failed to rename chat in database')).toBeVisible();
    expect(await row('Bread')).toBeVisible();
  });

  it('a failed list is shown and can be loaded again [CHAT-093]', async () => {
    const { user, service } = openChat('/chat', (fake) => {
      fake.answer('GET /rest/v1/chat_history', { status: 500, body: { message: 'no' } });
    });
    expect(await screen.findByText('Failed to load chat history')).toBeVisible();
    service.answer('GET /rest/v1/chat_history', { body: [storedChat(1, 'Apples')] });
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await row('Apples')).toBeVisible();
  });
});

it('starts a new chat with its button and focuses the input [CHAT-014]', async () => {
  const { user, input, address } = openChat(`/chat?id=${chatId(1)}`, withThree);
  await row('Apples');
  await user.click(screen.getByRole('button', { name: 'New chat' }));
  expect(address()).toBe('/chat');
  expect(await input()).toHaveFocus();
});

it('is closed on a screen below 768 px, open on one of 768 px [CHAT-019, UX-007]', async () => {
  const atWidth = (width: number) =>
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
      const limit = Number(/max-width: ([\d.]+)px/.exec(query)?.[1] ?? 0);
      return Object.assign(new EventTarget() as MediaQueryList, { matches: width <= limit, media: query });
    });
  atWidth(767);
  const { unmount } = openChat('/chat', withThree);
  expect(await screen.findByRole('complementary', { name: 'Chats' })).toHaveAttribute('data-open', 'false');
  unmount();
  atWidth(768);
  openChat('/chat', withThree);
  expect(await screen.findByRole('complementary', { name: 'Chats' })).toHaveAttribute('data-open', 'true');
});

it('is 16rem wide, 18rem as a drawer, and a rail of 3rem when closed [CHAT-021]', () => {
  const css = readFileSync('src/renderer/features/chat/sidebar/ChatSidebar.module.css', 'utf8');
  const rule = (selector: string) => `\n${css}`.split(`\n${selector} {`)[1]?.split('}')[0];
  expect(rule('.sidebar')).toContain('--sidebar-width: 16rem;');
  expect(rule('.sidebar')).toContain('\n  width: 3rem;');
  expect(rule('.sidebar[data-narrow]')).toContain('width: 18rem;');
  expect(rule(".sidebar[data-open='true']")).toContain('width: var(--sidebar-width);');
});

describe('the width of the sidebar', () => {
  const edge = () => screen.findByRole('separator', { name: 'Sidebar width' });
  const sidebar = () => screen.getByRole('complementary', { name: 'Chats' });

  it('changes with the arrow keys on its edge, within limits, and is saved on this device', async () => {
    onTestFinished(() => platform.uiState.set('sidebar_width', ''));
    const { user, unmount } = openChat('/chat', withThree);
    (await edge()).focus();
    expect(await edge()).toHaveAttribute('aria-valuenow', '256');
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(await edge()).toHaveAttribute('aria-valuenow', '288');
    expect(sidebar()).toHaveStyle({ width: '288px' });
    await user.keyboard('{Home}{ArrowLeft}');
    expect(await edge()).toHaveAttribute('aria-valuenow', '208');
    await user.keyboard('{End}');
    expect(await edge()).toHaveAttribute('aria-valuenow', '448');
    unmount();
    openChat('/chat', withThree);
    expect(await edge()).toHaveAttribute('aria-valuenow', '448');
    await user.dblClick(await edge());
    expect(await edge()).toHaveAttribute('aria-valuenow', '256');
  });

  it('is fixed while the sidebar is closed', async () => {
    const { user } = openChat('/chat', withThree);
    await edge();
    await user.keyboard('{Control>}b{/Control}');
    expect(screen.queryByRole('separator')).toBeNull();
    expect(sidebar().style.width).toBe('');
  });
});
