import { act, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CompletionError } from '../../../shared/completion/error.ts';
import { platform } from '../../platform/index.ts';
import { openChat } from './testing/open-chat.tsx';

it('a failure without a message is shown as "no response" [CHAT-086]', async () => {
  const { user, input } = openChat();
  const complete = vi.mocked(platform.completeChat);
  complete.mockImplementation(() => Promise.reject(new TypeError('connect ECONNREFUSED 10.0.0.1')));
  await user.type(await input(), 'Hello{Enter}');
  const notice = (await screen.findByText('Error')).closest('[role="alert"]');
  expect(notice).toHaveTextContent('Failed to get response');
  expect(within(screen.getByRole('log')).getByRole('alert')).toBe(notice);
  expect(document.body).not.toHaveTextContent('ECONNREFUSED');
});

it('a new chat that cannot be stored is shown as a warning [CHAT-088]', async () => {
  const { user, input, service } = openChat();
  service.answer('POST /rest/v1/chat_history', { status: 503, body: { message: 'busy' } });
  await user.type(await input(), 'Hello');
  await act(() => user.keyboard('{Enter}'));
  const notice = (await screen.findByText('Warning')).closest('[role="alert"]');
  expect(notice).toHaveAttribute('data-variant', 'warning');
  expect(notice).toHaveTextContent('Chat created locally, but may not sync properly');
});

it('a failure is shown in the same words after a reload, with the same advice [CHAT-086]', async () => {
  const first = openChat();
  const timeout = new CompletionError('timeout', 'Request timed out after 30 seconds');
  vi.mocked(platform.completeChat).mockImplementation(() => Promise.reject(timeout));
  await first.user.type(await first.input(), 'Hello{Enter}');
  const shown = (await screen.findByRole('alert')).textContent;
  expect(shown).toContain(`${timeout.message}Try again in a moment, or choose another model.`);
  const { chats, messages } = first.service;
  first.engine().dispose();
  first.unmount();
  openChat(`/chat?id=${chats[0]?.id}`, (service) => {
    service.chats.push(...chats);
    service.messages.push(...messages);
  });
  expect((await screen.findByRole('alert')).textContent).toBe(shown);
});
