import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FakeChats } from './testing/fake-chats.ts';
import { openChat } from './testing/open-chat.tsx';
import { chatId, storedChat } from './testing/stored-chats.ts';

const guest = { isAnonymous: true };
const address = `/chat?id=${chatId(1)}`;
const offer = () => screen.queryByRole('link', { name: 'Create an account to keep yours' });

const withMessages =
  (count: number) =>
  ({ chats, messages }: FakeChats) => {
    chats.push(storedChat(1, 'Leaves'));
    for (let seq = 1; seq <= count; seq += 1)
      messages.push({
        id: `m${seq}`,
        chat_id: chatId(1),
        role: 'user',
        content: `Message ${seq}`,
        status: 'complete',
        model_id: null,
        vendor_id: null,
        unavailable_vendor: null,
        created_at: '2026-11-20T10:00:00Z',
        seq,
      });
  };

it('offers guests an account after three messages, and can be dismissed [ACCT-035]', async () => {
  const { user } = openChat(address, withMessages(3), guest);
  await waitFor(() => expect(offer()).toHaveAttribute('href', '/account#profile'));
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(offer()).toBeNull();
});

it('offers an account as soon as a message is refused [ACCT-035]', async () => {
  const used = 'You have used your 3 messages for today.';
  const { user, input } = openChat('/chat', ({ refuseMessages }) => refuseMessages(used), guest);
  expect(offer()).toBeNull();
  await user.type(await input(), 'One more{Enter}');
  expect(await screen.findByText(used)).toBeVisible();
  expect(offer()).toBeVisible();
});

it.each([
  ['a guest who has just started', 2, guest],
  ['an account', 3, {}],
])('is not shown to %s', async (_who, count, person) => {
  openChat(address, withMessages(count), person);
  expect(await screen.findByText(`Message ${count}`)).toBeVisible();
  expect(offer()).toBeNull();
});
