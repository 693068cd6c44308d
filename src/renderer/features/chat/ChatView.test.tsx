import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { saveFirstMessage } from '../../lib/first-message.ts';
import { openChat } from './testing/open-chat.tsx';

it('names the model and counts the messages in the footer line of a narrow screen [CHAT-039]', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget() as MediaQueryList, { matches: query.includes('767.98'), media: query }),
  );
  const { user, input, completion } = openChat();
  await input();
  const foot = () => screen.getAllByRole('contentinfo').at(-1);
  expect(foot()).toHaveTextContent(/^Some Model$/);
  await user.type(await input(), 'Hello{Enter}');
  const { end } = await completion();
  expect(foot()).toHaveTextContent(/^Some Model1 message$/);
  act(() => end('Hi'));
  expect(await screen.findByText('Hi')).toBeVisible();
  expect(foot()).toHaveTextContent(/^Some Model2 messages$/);
});

it('keeps the focus in an open dialog when the window becomes wide', async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const at = '2026-11-20T10:00:00Z';
  let isNarrow = true;
  const media = Object.defineProperty(new EventTarget() as MediaQueryList, 'matches', {
    get: () => isNarrow,
  });
  const quiet = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('767.98') ? media : quiet(query),
  );
  const { user, input } = openChat(`/chat?id=${id}`, ({ chats }) => {
    const rest = { project_id: 'blue_clover', pinned_at: null, model_id: null, vendor_id: null };
    chats.push({ id, title: 'Garden', created_at: at, updated_at: at, ...rest } as (typeof chats)[number]);
  });
  await user.click(await screen.findByRole('button', { name: 'Edit chat title: Garden' }));
  const field = await screen.findByPlaceholderText('Enter chat title');
  await waitFor(() => expect(field).toHaveFocus());
  isNarrow = false;
  act(() => void media.dispatchEvent(new Event('change')));
  expect(field).toHaveFocus();
  await user.keyboard('{Escape}');
  isNarrow = true;
  act(() => void media.dispatchEvent(new Event('change')));
  isNarrow = false;
  act(() => void media.dispatchEvent(new Event('change')));
  expect(await input()).toHaveFocus();
});

it('counts the messages only once on a wide screen, in the top bar [CHAT-033]', async () => {
  const { user, input, completion } = openChat();
  await user.type(await input(), 'Hello{Enter}');
  const { end } = await completion();
  act(() => end('Hi'));
  expect(await screen.findByText('2 messages')).toBeVisible();
  expect(screen.getAllByText('2 messages')).toHaveLength(1);
});

it('shows an error if the messages of a chat could not be loaded [CHAT-089]', async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const row = { id, title: 'Garden', created_at: '2026-11-20T10:00:00Z', updated_at: '2026-11-20T10:00:00Z' };
  openChat(`/chat?id=${id}`, ({ answer }) => {
    answer('GET /rest/v1/chat_history', {
      body: [
        {
          ...row,
          project_id: 'blue_clover',
          pinned_at: null,
          archived_at: null,
          model_id: null,
          vendor_id: null,
        },
      ],
    });
    answer('GET /rest/v1/chat_messages', { status: 500, body: { message: 'broken' } });
    answer('POST /rest/v1/rpc/list_branch', { status: 500, body: { message: 'broken' } });
  });
  const notice = (await screen.findByText('Failed to load chat messages')).closest('[role="alert"]');
  expect(notice).toHaveTextContent(/^ErrorFailed to load chat messagesRetry$/);
});

it('shows an error, not an empty chat, if the chat itself could not be loaded [CHAT-089]', async () => {
  const { user, service } = openChat('/chat?id=11111111-1111-4111-8111-111111111111', ({ answer }) => {
    answer('GET /rest/v1/chat_history', { status: 500, body: { message: 'broken' } });
    answer('POST /rest/v1/rpc/list_branch', { body: [] });
  });
  const log = within(await screen.findByRole('region', { name: 'New Chat' }));
  expect(await log.findByText('Failed to load chat messages')).toBeVisible();
  expect(screen.queryByText('Ready to Chat')).toBeNull();
  service.answer('GET /rest/v1/chat_history', { body: [] });
  await user.click(log.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Chat not found')).toBeVisible();
});

it('starts with the message that the visitor wrote on the landing page [SITE-036]', async () => {
  saveFirstMessage(' Plan a garden ');
  const { input } = openChat();
  expect(await input()).toHaveValue('Plan a garden');
});

it('puts that message before the draft if the chat was already open [SITE-036]', async () => {
  const before = openChat();
  await before.user.type(await before.input(), 'In May');
  before.unmount();
  saveFirstMessage('Plan a garden');
  const { input } = openChat();
  expect(await input()).toHaveValue('Plan a garden\n\nIn May');
});
