import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';

const chatId = '11111111-1111-4111-8111-111111111111';
const withUsage =
  (plan: string, allowed: number | null, used: number) =>
  ({ answer, chats, messages }: FakeChats) => {
    answer('POST /rest/v1/rpc/get_message_quota', { body: { plan, allowed, used } });
    const at = '2026-11-20T10:00:00Z';
    chats.push({ id: chatId, title: 'Garden plans', created_at: at, updated_at: at });
    const row = {
      chat_id: chatId,
      status: 'complete',
      vendor_id: null,
      unavailable_vendor: null,
      created_at: at,
    };
    messages.push(
      { ...row, id: 'q', role: 'user', content: 'What grows?', model_id: null, seq: 1, parent_id: null },
      { ...row, id: 'r', role: 'assistant', content: 'Clover.', model_id: 'm', seq: 2, parent_id: 'q' },
    );
  };
const address = `/chat?id=${chatId}`;

it("says that today's messages are used up, when they reset, and what helps [ROLE-020]", async () => {
  openChat(address, withUsage('starter', 3, 3));
  const text = 'You have used your 3 messages for today. Upgrade to Professional for unlimited messages.';
  expect(await screen.findByText(text, { exact: false })).toBeVisible();
  const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
  const midnight = new Date();
  midnight.setUTCHours(24, 0, 0, 0);
  expect(screen.getByText(`Available again at ${time.format(midnight)}.`)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/pricing');
  expect(screen.queryByRole('link', { name: 'Create account' })).toBeNull();
});

it('offers guests an account', async () => {
  openChat(address, withUsage('guest', 40, 40), { isAnonymous: true });
  expect(await screen.findByRole('link', { name: 'Create account' })).toBeVisible();
});

it('says only at the input that the first message of a new chat is over the limit [ROLE-020]', async () => {
  const used = 'You have used your 1 messages for today. Upgrade to Professional for unlimited messages.';
  const begin = (service: FakeChats) => {
    withUsage('guest', 1, 1)(service);
    service.refuseMessages(used);
  };
  const { user, input } = openChat('/chat', begin, { isAnonymous: true });
  await user.type(await input(), 'One more{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(used);
  expect(await input()).toHaveValue('One more');
  expect(screen.getAllByText(/You have used/)).toHaveLength(1);
  expect(screen.queryByText(/messages? left/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Create an account to keep yours' })).toBeNull();
});

it('shows which model gets the message, and how many messages are left if only a few are', async () => {
  openChat(address, withUsage('starter', 3, 1));
  expect(await screen.findByText('To Some Model · 2 messages left today')).toBeVisible();
  expect(screen.queryByText(/You have used/)).toBeNull();
});

it('shows no count without a limit', async () => {
  openChat(address, withUsage('professional', null, 7));
  expect(await screen.findByText('To Some Model')).toBeVisible();
});

it('ArrowUp in an empty input restores a cleared draft, and otherwise edits the last message', async () => {
  const { user, input } = openChat(address, withUsage('professional', null, 7));
  await screen.findByText('What grows?');
  await user.type(await input(), 'a draft{Escape}{ArrowUp}');
  expect(await input()).toHaveValue('a draft');
  await user.keyboard('{ArrowUp}');
  expect(screen.queryByRole('textbox', { name: 'Edit your message' })).toBeNull();
  await user.clear(await input());
  await user.keyboard('{ArrowUp}');
  expect(await screen.findByRole('textbox', { name: 'Edit your message' })).toHaveValue('What grows?');
});
