import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openChat } from '../testing/open-chat.tsx';
import type { FakeChats } from '../testing/fake-chats.ts';

const id = '11111111-1111-4111-8111-111111111111';
const withOne = ({ chats }: FakeChats) =>
  void chats.push({
    id,
    title: 'Garden plans',
    created_at: '2026-11-20T10:00:00Z',
    updated_at: '2026-11-20T10:00:00Z',
    pinned_at: null,
    model_id: null,
    vendor_id: null,
  } as (typeof chats)[number]);

async function openDialog(prepare = withOne) {
  const chat = openChat(`/chat?id=${id}`, prepare);
  await chat.user.click(await screen.findByRole('button', { name: 'Edit chat title: Garden plans' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Chat Title' }));
  return { ...chat, dialog, field: dialog.getByPlaceholderText('Enter chat title') };
}
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the title dialog', () => {
  it('opens from the top bar with the title, Cancel and Save; Save closes it with a toast [CHAT-043, CHAT-044, CHAT-077]', async () => {
    const { user, dialog, field, service } = await openDialog();
    expect(field).toHaveValue('Garden plans');
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await user.clear(field);
    await user.type(field, '  Garden, in May ');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await expectClosed();
    expect(await screen.findByText('Chat title updated successfully')).toBeVisible();
    expect(screen.getByText('Success')).toBeVisible();
    expect(service.chats[0]?.title).toBe('Garden, in May');
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Garden, in May'),
    );
  });

  it('saves with Enter, but rejects a blank title [CHAT-076]', async () => {
    const { user, dialog, field, service } = await openDialog();
    await user.clear(field);
    await user.type(field, '   {Enter}');
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    expect(screen.getByRole('dialog')).toBeVisible();
    await user.type(field, 'Weeds{Enter}');
    await expectClosed();
    expect(service.chats[0]?.title).toBe('Weeds');
  });

  it('changes nothing after Cancel or Escape [CHAT-043]', async () => {
    const { user, dialog, field, service } = await openDialog();
    await user.type(field, 'x');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await expectClosed();
    await user.click(screen.getByRole('button', { name: 'Edit chat title: Garden plans' }));
    await user.type(await screen.findByPlaceholderText('Enter chat title'), 'x{Escape}');
    await expectClosed();
    expect(service.chats[0]?.title).toBe('Garden plans');
  });

  it('shows an error if the title could not be stored, and restores the old one [CHAT-090]', async () => {
    const { user, field } = await openDialog((service) => {
      withOne(service);
      service.answer('PATCH /rest/v1/chat_history', { status: 500, body: { message: 'broken' } });
    });
    await user.clear(field);
    await user.type(field, 'Weeds{Enter}');
    expect(await screen.findByText('Failed to update chat title in database')).toBeVisible();
    expect(screen.getByText('Error')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Garden plans'));
  });

  it('is not available for a chat that is not stored [CHAT-064]', async () => {
    const { input } = openChat();
    await input();
    expect(screen.getByRole('heading', { level: 1, name: 'New Chat' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Edit chat title/ })).toBeNull();
  });
});

it("can't be changed until the chat is loaded", async () => {
  openChat(`/chat?id=${id}`, (service) =>
    service.answer('GET /rest/v1/chat_history', { status: 500, body: {} }),
  );
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible());
  expect(screen.queryByRole('button', { name: /^Edit chat title/ })).toBeNull();
});
