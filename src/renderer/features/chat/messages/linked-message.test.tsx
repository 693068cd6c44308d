import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { gardenChat } from '../testing/garden-chat.ts';
import { openChat } from '../testing/open-chat.tsx';
import type { FakeChats } from '../testing/fake-chats.ts';

const chatId = '11111111-1111-4111-8111-111111111111';
const messageId = (n: number) => `${String(n).padStart(8, '0')}-2222-4222-8222-222222222222`;
const shown: (string | undefined)[] = [];

beforeEach(() => {
  shown.length = 0;
  // jsdom has no layout.
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scrollIntoView(this: Element) {
    shown.push((this as HTMLElement).dataset['message']);
  });
});

/** Opens a chat with a hundred messages. The last one, `messageId(100)`, has another version. */
function withLongChat(service: FakeChats) {
  const at = '2026-11-20T10:00:00Z';
  service.chats.push({ id: chatId, title: 'Long', created_at: at, updated_at: at });
  const row = { chat_id: chatId, status: 'complete', model_id: null, vendor_id: null };
  for (let n = 0; n <= 100; n += 1)
    service.messages.push({
      ...row,
      id: messageId(n),
      role: n % 2 === 0 ? 'user' : 'assistant',
      content: `Message ${n}`,
      unavailable_vendor: null,
      created_at: at,
      seq: n + 1,
      parent_id: n === 0 ? null : messageId(n === 100 ? 98 : n - 1),
    });
  service.answer('POST /rest/v1/rpc/show_version', ({ body }) => ({
    body: (body as { message: string }).message,
  }));
  const all = service.messages.map((message, index) => ({
    ...message,
    versions: index < 99 ? [message.id] : [messageId(99), messageId(100)],
  }));
  const pages = {
    first: all.slice(40, 100),
    older: all.slice(0, 40),
    other: [...all.slice(40, 99), all[100]],
  };
  service.answer('POST /rest/v1/rpc/list_branch', ({ body }) => {
    const isOther = service.to('/rest/v1/rpc/show_version').length > 0;
    return { body: (body as { before?: string }).before ? pages.older : isOther ? pages.other : pages.first };
  });
  service.answer('GET /rest/v1/chat_messages', ({ search }) => {
    const id = new URLSearchParams(search).get('id')?.slice('eq.'.length);
    return { body: service.messages.filter((message) => message.id === id) };
  });
}

const open = (message: string) => openChat(`/chat?id=${chatId}&message=${message}`, withLongChat);
const marked = () => document.querySelector('[data-marked]')?.getAttribute('data-message');

it('scrolls to the linked message, highlights it briefly and focuses it', async () => {
  open(messageId(95));
  await waitFor(() => expect(shown).toEqual([messageId(95)]));
  expect(marked()).toBe(messageId(95));
  expect(document.activeElement).toHaveTextContent('Message 95');
  await waitFor(() => expect(marked()).toBeUndefined(), { timeout: 5_000 });
});

it('loads the pages up to the linked message', async () => {
  const { service } = open(messageId(3));
  await waitFor(() =>
    expect(service.to('/rest/v1/rpc/list_branch').map(({ body }) => body)).toMatchObject([
      { max_messages: 50 },
      { before: messageId(40), max_messages: 240 },
    ]),
  );
  expect(await screen.findAllByText('100 messages')).not.toEqual([]);
  expect(service.to('/rest/v1/rpc/show_version')).toEqual([]);
});

it('shows the branch of a message on another branch', async () => {
  const { service } = open(messageId(100));
  expect(await within(await screen.findByRole('log')).findByText('Message 100')).toBeInTheDocument();
  await waitFor(() => expect(marked()).toBe(messageId(100)));
  expect(service.to('/rest/v1/rpc/show_version').map(({ body }) => body)).toEqual([
    { message: messageId(100) },
  ]);
});

it.each([
  ['that no longer exists', messageId(500)],
  ['with an invalid id', 'nonsense'],
])('shows an error for a message %s, and changes nothing', async (_name, id) => {
  const { service } = open(id);
  expect(await screen.findByText('This message no longer exists.')).toBeVisible();
  expect(await within(screen.getByRole('log')).findByText('Message 99')).toBeInTheDocument();
  expect(service.to('/rest/v1/rpc/show_version')).toEqual([]);
  const pages = service.to('/rest/v1/rpc/list_branch').map(({ body }) => body);
  expect(pages.filter((page) => Object.hasOwn(page as object, 'before'))).toEqual([]);
});

it('unfolds a linked message by the user', async () => {
  const [address, prepare] = gardenChat({}, 'line\n'.repeat(20) + 'the end');
  openChat(`${address}&message=question`, prepare);
  expect(await screen.findByText(/the end/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show less' })).toBeVisible();
});

it('scrolls to the message only once', async () => {
  const { user, input, completion } = open(messageId(95));
  await waitFor(() => expect(shown).toHaveLength(1));
  await user.type(await input(), 'And now?{Enter}');
  await completion();
  expect(shown).toHaveLength(1);
});
