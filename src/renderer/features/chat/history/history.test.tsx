import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { platform } from '../../../platform/index.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import '../projects/ProjectsPage.tsx';
import './HistoryPage.tsx';

const at = '2026-11-01T00:00:00Z';
const withThree = ({ chats }: FakeChats) =>
  void chats.push(
    storedChat(1, 'Apples', 1),
    storedChat(2, 'Bread', 2, { archived_at: at }),
    storedChat(3, 'Cheese', 3, { pinned_at: at }),
  );
const page = async () => within(await screen.findByRole('region', { name: 'History' }));
const titles = async () => {
  const list = within(await (await page()).findByRole('list', { name: 'Chats' }));
  return list.getAllByRole('listitem').map((item) => within(item).getByRole('link').textContent);
};
const box = async (title: string) => (await page()).findByRole('checkbox', { name: `Select: ${title}` });

describe('the history', () => {
  it('lists all chats, including archived ones, next to the sidebar', async () => {
    openChat('/history', withThree);
    await box('Apples');
    expect((await titles()).map((text) => text?.replace(/\d.*$|Yesterday$/, ''))).toEqual([
      'Apples',
      'BreadArchived',
      'Cheese',
    ]);
    expect(screen.getByRole('complementary', { name: 'Chats' })).toBeVisible();
    expect(document.title).toMatch(/^History/);
  });

  it('opens a chat when its link is clicked', async () => {
    const { user, address } = openChat('/history', withThree);
    await user.click(await (await page()).findByRole('link', { name: /^Bread/ }));
    await waitFor(() => expect(address()).toBe(`/chat?id=${chatId(2)}`));
    expect(await screen.findByText(/^This chat is archived/)).toBeVisible();
  });

  it('searches titles and messages with the filters, and opens a found message', async () => {
    const messageId = '99999999-1111-4111-8111-111111111111';
    const hit = (change: object) => ({
      chat_id: chatId(2),
      chat_title: 'Bread',
      message_id: null,
      excerpt: '\u0002Bread\u0003',
      created_at: at,
      is_archived: true,
      ...change,
    });
    const { user, service, address } = openChat('/history?show=archived', (fake) => {
      withThree(fake);
      fake.answer('POST /rest/v1/rpc/search_messages', {
        body: [hit({}), hit({ message_id: messageId, excerpt: 'Let the \u0002bread\u0003 rest' })],
      });
    });
    await user.type((await page()).getByRole('searchbox'), 'bread');
    await user.click((await page()).getByRole('checkbox', { name: 'Has code' }));
    const found = await (await page()).findByText(/^Let the/);
    expect(found.querySelector('mark')).toHaveTextContent('bread');
    await waitFor(() =>
      expect(service.to('/rest/v1/rpc/search_messages').at(-1)?.body).toEqual({
        query: 'bread',
        max_results: 100,
        with_code: true,
        archived: true,
      }),
    );
    await waitFor(() => expect(address()).toBe('/history?q=bread&code=1&show=archived'));
    await user.click(await (await page()).findByText(/^Let the/));
    await waitFor(() => expect(address()).toBe(`/chat?id=${chatId(2)}&message=${messageId}`));
  });

  it('shows the three best matches of each chat, and the others after a click', async () => {
    const hit = (n: number) => ({
      chat_id: chatId(2),
      chat_title: 'Bread',
      message_id: `99999999-1111-4111-8111-11111111111${n}`,
      excerpt: `**\u0002Bread\u0003** ${n}`,
      created_at: at,
      is_archived: false,
    });
    const { user } = openChat('/history?q=bread', (fake) => {
      withThree(fake);
      fake.answer('POST /rest/v1/rpc/search_messages', { body: [1, 2, 3, 4, 5].map(hit) });
    });
    const more = await (await page()).findByRole('button', { name: '2 more messages' });
    expect((await page()).getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Bread 1', 'Bread 2', 'Bread 3']),
    );
    await user.click(more);
    const last = await (await page()).findByRole('link', { name: 'Bread 5' });
    expect(last).toBeVisible();
    expect((await page()).getByRole('link', { name: 'Bread 3' })).toHaveFocus();
  });

  it('offers the same chat actions as the sidebar', async () => {
    const { user, service } = openChat('/history', withThree);
    const choose = async (title: string, name: string) => {
      await user.click(await (await page()).findByRole('button', { name: `Options for ${title}` }));
      await user.click(await screen.findByRole('menuitem', { name }));
    };
    await choose('Cheese', 'Unpin');
    await waitFor(() => expect(service.chats.find(({ title }) => title === 'Cheese')?.pinned_at).toBeNull());
    await choose('Bread', 'Unarchive');
    await waitFor(() => expect(service.chats.find(({ title }) => title === 'Bread')?.archived_at).toBeNull());
    await choose('Apples', 'Rename');
    await user.clear(await screen.findByPlaceholderText('Enter chat title'));
    await user.type(screen.getByPlaceholderText('Enter chat title'), 'Pears{Enter}');
    await waitFor(() => expect(service.chats.map(({ title }) => title)).toContain('Pears'));
    await choose('Pears', 'Delete');
    await waitFor(() => expect(service.chats.map(({ title }) => title)).not.toContain('Pears'));
  });

  it('moves the focus to the next chat when a chat leaves the list', async () => {
    const { user } = openChat('/history?show=pinned', (fake) => {
      for (const n of [1, 2, 3]) fake.chats.push(storedChat(n, `Pinned ${n}`, n, { pinned_at: at }));
    });
    await user.click(await (await page()).findByRole('button', { name: 'Options for Pinned 2' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Unpin' }));
    await waitFor(async () =>
      expect((await page()).queryByRole('button', { name: 'Options for Pinned 2' })).toBeNull(),
    );
    await waitFor(async () => expect((await page()).getByRole('link', { name: /^Pinned 3/ })).toHaveFocus());
  });

  it("moves the focus past a deleted chat's hits", async () => {
    const hit = (chat: number, n: number) => ({
      chat_id: chatId(chat),
      chat_title: `Found ${chat}`,
      message_id: `99999999-1111-4111-8111-1111111111${chat}${n}`,
      excerpt: `\u0002Bread\u0003 ${n}`,
      created_at: at,
      is_archived: false,
    });
    const { user } = openChat('/history?q=bread', (fake) => {
      for (const n of [1, 2]) fake.chats.push(storedChat(n, `Found ${n}`, n));
      fake.answer('POST /rest/v1/rpc/search_messages', { body: [hit(1, 1), hit(1, 2), hit(2, 3)] });
    });
    await user.click(await (await page()).findByRole('button', { name: 'Options for Found 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await waitFor(async () => expect((await page()).getByRole('link', { name: /^Found 2/ })).toHaveFocus());
  });

  it('shows only the best matches of a chat again after a new search', async () => {
    const hit = (n: number) => ({
      chat_id: chatId(2),
      chat_title: 'Bread',
      message_id: `99999999-1111-4111-8111-11111111111${n}`,
      excerpt: `\u0002Bread\u0003 ${n}`,
      created_at: at,
      is_archived: false,
    });
    const { user } = openChat('/history?q=bread', (fake) => {
      withThree(fake);
      fake.answer('POST /rest/v1/rpc/search_messages', { body: [1, 2, 3, 4, 5].map(hit) });
    });
    await user.click(await (await page()).findByRole('button', { name: '2 more messages' }));
    await user.type((await page()).getByRole('searchbox'), ' rest');
    expect(await (await page()).findByRole('button', { name: '2 more messages' })).toBeVisible();
  });

  it("is linked from the sidebar's search, with its words", async () => {
    const { user, address } = openChat('/chat', withThree);
    await user.type(await screen.findByRole('searchbox', { name: 'Search chats...' }), 'bre');
    await user.click(screen.getByRole('link', { name: 'History' }));
    expect((await page()).getByRole('searchbox')).toHaveValue('bre');
    expect(address()).toBe('/history?q=bre');
  });

  it('renders only what is visible of 10,000 chats', async () => {
    openChat('/history', ({ chats }) => {
      for (let n = 1; n <= 10_000; n += 1) chats.push(storedChat(n, `Chat ${n}.`));
    });
    await box('Chat 1.');
    expect((await titles()).length).toBeLessThan(60);
  });

  it('offers no selection while the list is empty', async () => {
    openChat('/history');
    expect(await (await page()).findByText('No chats yet')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: 'Select all' })).toBeNull();
  });

  it('shows a note if nothing matches, and offers to clear the filters', async () => {
    const { user } = openChat('/history?from=2001-01-01&to=2001-01-02', withThree);
    expect(await (await page()).findByText('No matching chats')).toBeVisible();
    await user.click((await page()).getByRole('button', { name: 'Clear filters' }));
    expect(await box('Apples')).toBeVisible();
  });
});

describe('several chats', () => {
  it('are selected with a range and archived together, with one Undo', async () => {
    const { user, service } = openChat('/history', withThree);
    await user.click(await box('Apples'));
    await user.keyboard('{Shift>}');
    await user.click(await box('Cheese'));
    await user.keyboard('{/Shift}');
    expect(await screen.findByText('3 selected')).toBeVisible();
    await user.click(await box('Bread'));
    await user.click((await page()).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('2 chats archived')).toBeVisible();
    await waitFor(() =>
      expect(service.chats.map(({ archived_at }) => archived_at !== null)).toEqual([true, true, true]),
    );
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(service.chats.map(({ archived_at }) => archived_at ?? null)).toEqual([null, at, null]),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  it('are selected with Space and Shift+Space, and Escape clears the selection', async () => {
    const { user } = openChat('/history', withThree);
    await box('Apples');
    (await page()).getByRole('link', { name: /^Apples/ }).focus();
    await user.keyboard(' {ArrowDown}{ArrowDown}');
    expect((await page()).getByRole('link', { name: /^Cheese/ })).toHaveFocus();
    await user.keyboard('{Shift>} {/Shift}');
    expect(await screen.findByText('3 selected')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('3 selected')).toBeNull();
    await user.click((await page()).getByRole('checkbox', { name: 'Select all' }));
    expect(await screen.findByText('3 selected')).toBeVisible();
  });

  it('are deleted after one confirmation, with one Undo', async () => {
    const { user, service } = openChat('/history', (fake) => {
      withThree(fake);
      fake.answer('POST /rest/v1/rpc/import_chats', ({ body }) => {
        const [chat] = (body as { chats: FakeChats['chats'] }).chats;
        return { body: [{ id: chat?.id, outcome: 'imported' }] };
      });
    });
    await user.click(await box('Apples'));
    await user.click(await box('Cheese'));
    await user.click((await page()).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Delete 2 chats?')).toBeVisible();
    const question = within(screen.getByRole('dialog'));
    expect(question.getByRole('button', { name: 'Delete' })).toHaveAttribute('data-danger');
    expect(question.getByRole('button', { name: 'Cancel' })).not.toHaveAttribute('data-danger');
    expect(service.chats).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('2 selected')).toBeVisible();
    await user.click((await page()).getByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('2 chats deleted')).toBeVisible();
    await waitFor(() => expect(service.chats.map(({ title }) => title)).toEqual(['Bread']));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(service.chats.map(({ title }) => title).toSorted()).toEqual(['Apples', 'Bread', 'Cheese']),
    );
  });

  it('are offered for Undo only after all of them are deleted', async () => {
    let release: (() => void) | undefined;
    const { user, service } = openChat('/history', withThree);
    await user.click(await box('Apples'));
    await user.click(await box('Cheese'));
    const remove = service.chats.find(({ title }) => title === 'Cheese')!.id;
    service.answer('DELETE /rest/v1/chat_history', async ({ search }) => {
      if (search.includes(remove)) await new Promise<void>((resolve) => (release = resolve));
      const at = service.chats.findIndex(({ id }) => search.includes(id));
      service.chats.splice(at, 1);
      return { status: 204 };
    });
    await user.click((await page()).getByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(release).toBeDefined());
    expect(service.chats.map(({ title }) => title)).toEqual(['Bread', 'Cheese']);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    release?.();
    expect(await screen.findByText('2 chats deleted')).toBeVisible();
    expect(screen.queryByText(/^Chat deleted/)).toBeNull();
  });

  it('are offered for one Undo without a connection, which keeps all of them', async () => {
    const { user, service, engine } = openChat('/history', (fake) => {
      withThree(fake);
      fake.answer('HEAD /rest/v1/chat_messages', () => Promise.reject(new TypeError('Failed to fetch')));
    });
    await user.click(await box('Apples'));
    await user.click(await box('Cheese'));
    await user.click((await page()).getByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('2 chats deleted')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await box('Apples')).toBeVisible();
    expect(await box('Cheese')).toBeVisible();
    expect([service.chats.length, engine().changes?.outbox.all()]).toEqual([3, []]);
  });

  it('are exported to one file', async () => {
    const saved = vi.spyOn(platform, 'saveTextFile').mockImplementation(async (name) => name);
    onTestFinished(() => saved.mockRestore());
    const { user, service } = openChat('/history', withThree);
    await box('Apples');
    await user.click((await page()).getByRole('checkbox', { name: 'Select all' }));
    service.answer('GET /rest/v1/chat_history', ({ search }) => {
      const chat = service.chats.find(({ id }) => search.includes(id));
      return { body: { ...chat, active_message_id: null } };
    });
    await user.click((await page()).getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Export as Markdown (.md)' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    const [name, content] = saved.mock.calls[0]!;
    expect(name).toMatch(/^chats-.*\.md$/);
    const text = await (content as Blob).text();
    for (const title of ['Apples', 'Bread', 'Cheese']) expect(text).toContain(title);
  });
});

it("a project's chats can be searched if the list could not be loaded", async () => {
  const id = '00000001-2222-4222-8222-222222222222';
  openChat(`/history?project=${id}`, (fake) => {
    fake.projects.push({ id, name: 'Garden', color: 'green', updated_at: at });
    fake.answer('GET /rest/v1/chat_history', { status: 403, body: { code: '42501', message: 'No' } });
  });
  // In the sidebar and on the page.
  await waitFor(() => expect(screen.getAllByText(/^Failed to load chat history/)).toHaveLength(2));
  expect(screen.getByRole('searchbox', { name: 'Search in this project' })).toBeVisible();
});
