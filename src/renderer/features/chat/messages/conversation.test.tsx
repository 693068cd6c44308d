import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CompletionError } from '../../../../shared/completion/error.ts';
import { platform } from '../../../platform/index.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';

const chatId = '11111111-1111-4111-8111-111111111111';
const address = `/chat?id=${chatId}`;

const withMessages =
  (count: number) =>
  ({ chats, messages }: FakeChats) => {
    const at = '2026-11-20T10:00:00Z';
    chats.push({ id: chatId, title: 'Garden plans', created_at: at, updated_at: at });
    for (let index = 1; index <= count; index += 1)
      messages.push({
        id: `message-${index}`,
        chat_id: chatId,
        role: index % 2 ? 'user' : 'assistant',
        content: `Text ${index}`,
        status: 'complete',
        model_id: null,
        vendor_id: null,
        unavailable_vendor: null,
        created_at: at,
        seq: index,
      });
  };

it('shows two empty bubbles and no top bar while it loads [CHAT-027, CHAT-034]', async () => {
  openChat(address, (service) => {
    withMessages(2)(service);
    service.answer('POST /rest/v1/rpc/list_branch', () => new Promise(() => {}));
  });
  const loading = await screen.findByRole('status', { name: 'Loading chat' });
  expect(loading.children).toHaveLength(2);
  expect(loading).toHaveTextContent(/^$/);
  expect(screen.queryByRole('button', { name: 'Copy All' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

it('shows that a request is being processed until the reply starts [CHAT-028]', async () => {
  const { user, input, completion } = openChat(address, withMessages(2));
  await user.type(await input(), 'Hello{Enter}');
  expect(await screen.findByText('Processing your request...')).toBeVisible();
  const { say } = await completion();
  act(() => say('Hi'));
  await waitFor(() => expect(screen.queryByText('Processing your request...')).toBeNull());
});

it('keeps the top bar while a reply arrives, with the text so far', async () => {
  const { user, input, completion } = openChat(address, withMessages(2));
  const copyAll = await screen.findByRole('button', { name: 'Copy All' });
  await user.type(await input(), 'Hello{Enter}');
  const { say, end } = await completion();
  expect(copyAll).toBeVisible();
  act(() => say('Hi so far'));
  await screen.findByText('Hi so far');
  await user.click(copyAll);
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain('assistant: Hi so far'));
  expect(screen.getByRole('button', { name: 'Export' })).toBeVisible();
  act(() => end(' there'));
  await screen.findByText('Hi so far there');
  expect(copyAll).toBeVisible();
});

it('has a menu instead of the top bar on a narrow screen [CHAT-034]', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget() as MediaQueryList, { matches: query.includes('767.98'), media: query }),
  );
  const { user } = openChat(address, withMessages(2));
  expect(await screen.findByText('Text 2')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Copy All' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Chat actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy All' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain('user: Text 1'));
  await user.click(screen.getByRole('button', { name: 'Chat actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Chat parameters' }));
  expect(await screen.findByRole('dialog', { name: 'Chat parameters' })).toBeVisible();
});

it('scrolls to its end with the scroll button [CHAT-038]', async () => {
  const { user } = openChat(address, withMessages(6));
  const log = await screen.findByRole('log');
  await screen.findByText('Text 6');
  Object.defineProperty(log, 'scrollHeight', { value: 3_000, configurable: true });
  const scrollTo = vi.fn<(options: ScrollToOptions) => void>();
  Object.defineProperty(log, 'scrollTo', { value: scrollTo });
  log.scrollTop = 100;
  fireEvent.scroll(log);
  await user.click(await screen.findByRole('button', { name: 'Scroll to bottom, 3 messages' }));
  expect(scrollTo).toHaveBeenCalledWith({ top: 3_000, behavior: 'smooth' });
});

it('is copied completely, with the same toast as a message [CHAT-100]', async () => {
  const { user } = openChat(address, withMessages(2));
  await user.click(await screen.findByRole('button', { name: 'Copy All' }));
  expect(await screen.findByText('Copied!')).toBeVisible();
  expect(await screen.findByText('Message copied to clipboard')).toBeVisible();
});

it('reports a persistent issue at the third failure in a row [CHAT-087]', async () => {
  const { user, input } = openChat(address, withMessages(2));
  const complete = vi.spyOn(platform, 'completeChat').mockRejectedValue(new CompletionError('api', 'Broken'));
  await user.type(await input(), 'Hello{Enter}');
  for (const times of [1, 2]) {
    await waitFor(() => expect(complete).toHaveBeenCalledTimes(times));
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
  }
  expect(await screen.findByText('Multiple Errors')).toBeVisible();
  expect(complete).toHaveBeenCalledTimes(3);
  expect(
    screen.getByText(
      'There seems to be a persistent issue with the API service. Please check the vendor configuration in admin settings.',
    ),
  ).toBeVisible();
});

it('types out a reply in a new chat; Escape completes it and keeps the input unchanged [CHAT-052]', async () => {
  const { user, input, completion } = openChat();
  await user.type(await input(), 'Hello{Enter}');
  const { end } = await completion();
  const reply = 'A reply that is much too long to be typed before anyone presses a key.';
  act(() => end(reply));
  const growing = await screen.findByRole('article', { name: 'Some Model' });
  expect(growing).not.toHaveTextContent(reply);
  await user.type(await input(), 'Next');
  await user.keyboard('{Escape}');
  expect(growing).toHaveTextContent(reply);
  expect(await input()).toHaveValue('Next');
});
