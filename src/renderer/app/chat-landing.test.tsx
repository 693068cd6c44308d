import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { startFakeChats } from '../features/chat/testing/fake-chats.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { ChatRoute } from './ChatRoute.tsx';

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

const id = '11111111-1111-4111-8111-111111111111';

function open(address: string) {
  const chats = startFakeChats();
  const at = new Date().toISOString();
  chats.chats.push({ id, title: 'Garden plans', created_at: at, updated_at: at, pinned_at: null });
  storeSession();
  return renderApp(<ChatRoute />, address);
}

it('without a selected chat, shows title, tagline, input and the menu of quick actions, under "New Chat" next to the model picker [CHAT-007, CHAT-010, CHAT-024, CHAT-025]', async () => {
  const { user } = open('/chat');
  expect(await screen.findByRole('heading', { level: 2, name: 'What can I help with?' })).toBeVisible();
  expect(
    screen.getByText('Ask anything without limitations. No censorship, no filters, just honest answers.'),
  ).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Quick actions' }));
  expect(await screen.findAllByRole('menuitem')).toHaveLength(5);
  expect(screen.queryByText('Ready to Chat')).toBeNull();
  const top = within(screen.getByRole('region', { name: 'New Chat' }));
  expect(top.getByRole('heading', { level: 1, name: 'New Chat' })).toBeVisible();
  expect(await top.findByRole('button', { name: /^Model: .*Choose another model/ })).toBeVisible();
});

it('an empty chat shows badge, question and tagline [CHAT-006, CHAT-008]', async () => {
  open('/chat');
  expect(await screen.findByRole('heading', { level: 2, name: 'What can I help with?' })).toBeVisible();
  expect(screen.getByText('AI Assistant')).toBeVisible();
  expect(
    screen.getByText('Ask anything without limitations. No censorship, no filters, just honest answers.'),
  ).toBeVisible();
});

it('a selected chat without messages shows its own title instead of the landing screen [CHAT-010, CHAT-024]', async () => {
  open(`/chat?id=${id}`);
  expect(await screen.findByRole('heading', { level: 2, name: 'Ready to Chat' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Garden plans');
  expect(screen.queryByText('What can I help with?')).toBeNull();
});
