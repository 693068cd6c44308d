import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { availableCommands } from '../../../lib/commands.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import './CommandPalette.tsx';
import '../transfer/TransferDialog.tsx';

const messageId = '99999999-1111-4111-8111-111111111111';
const withTwo = (service: FakeChats) => {
  service.chats.push(storedChat(1, 'Apples'), storedChat(2, 'Bread', 3));
  service.answer('POST /rest/v1/rpc/search_messages', ({ body }) => ({
    body: (body as { query: string }).query.startsWith('dough')
      ? [
          {
            chat_id: chatId(2),
            chat_title: 'Bread',
            message_id: messageId,
            excerpt: 'Let the \u0002dough\u0003 rest',
            created_at: '2026-11-01T00:00:00Z',
            is_archived: false,
          },
        ]
      : [],
  }));
};

async function open(address = '/chat', prepare = withTwo) {
  const chat = openChat(address, prepare);
  const input = await chat.input();
  await screen.findByText('Apples');
  await waitFor(() => expect(input).toHaveFocus());
  await chat.user.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Command palette' });
  const field = within(dialog).getByRole('combobox');
  const active = () =>
    document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;
  return { ...chat, box: input, dialog: within(dialog), field, active };
}
const expectClosed = () => expect(screen.queryByRole('dialog')).toBeNull();

describe('the command palette', () => {
  it('opens with Ctrl+K if the input has the focus, and returns the focus [CHAT-073]', async () => {
    const { user, box, field } = await open();
    expect(field).toHaveFocus();
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expectClosed();
    expect(box).toHaveFocus();
    await user.click(screen.getByRole('searchbox'));
    await user.keyboard('{Control>}k{/Control}');
    expect(box).toHaveFocus();
    expectClosed();
  });

  it('opens synchronously, so that fast typing goes into its field', async () => {
    const { box } = await open();
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expectClosed();
    fireEvent.keyDown(box, { key: 'k', code: 'KeyK', ctrlKey: true });
    expect(screen.getByRole('combobox')).toHaveFocus();
  });

  it('opens with its button, closes with a click outside', async () => {
    const { user } = openChat('/chat', withTwo);
    const button = await screen.findByRole('button', { name: 'Open the command palette' });
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Command palette' });
    await user.click(within(dialog).getByRole('combobox'));
    expect(dialog).toBeVisible();
    fireEvent.click(dialog);
    expectClosed();
    expect(button).toHaveFocus();
  });

  it('selects with the arrow keys, wrapping around, without leaving the field', async () => {
    const { user, field, dialog, active } = await open();
    const options = dialog.getAllByRole('option');
    expect(active()).toMatch(/^New chat/);
    await user.keyboard('{ArrowUp}');
    expect(active()).toBe(options.at(-1)?.textContent);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toMatch(/^Temporary chat/);
    expect(dialog.getByRole('option', { selected: true })).toHaveTextContent('Temporary chat');
    expect(field).toHaveFocus();
  });

  it('ignores keys while an input method composes a word', async () => {
    const { field, active } = await open();
    fireEvent.keyDown(field, { key: 'ArrowDown', isComposing: true });
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(active()).toMatch(/^New chat/);
  });

  it('opens a chat by its title', async () => {
    const { user, address } = await open();
    await user.keyboard('brea{Enter}');
    expectClosed();
    await waitFor(() => expect(address()).toBe(`/chat?id=${chatId(2)}`));
  });

  it('finds messages on the service and opens them', async () => {
    const { user, address, dialog } = await open();
    await user.keyboard('dough');
    const option = await dialog.findByRole('option', { name: /Let the dough rest/ });
    expect(option.querySelector('mark')).toHaveTextContent('dough');
    expect(dialog.getByText('1 result')).toBeInTheDocument();
    await user.keyboard('{Enter}');
    expectClosed();
    await waitFor(() => expect(address()).toBe(`/chat?id=${chatId(2)}&message=${messageId}`));
  });

  it('shows a note if nothing matches or the search has failed', async () => {
    const { user, service, dialog } = await open();
    await user.keyboard('zucchini');
    expect(await dialog.findByText('No results')).toBeVisible();
    service.answer('POST /rest/v1/rpc/search_messages', { status: 400, body: { message: 'no' } });
    await user.keyboard('s');
    expect(await dialog.findByText("Couldn't search chats and messages. Try again.")).toBeVisible();
  });

  it("runs the shortcuts' commands if they are possible", async () => {
    const { user, dialog, address } = await open(`/chat?id=${chatId(2)}`);
    const names = dialog.getAllByRole('option').map(({ textContent }) => textContent);
    expect(names).toEqual(
      expect.arrayContaining(['Rename the chatF2', 'Choose a modelCtrlShiftL', 'Show all shortcutsCtrl/']),
    );
    expect(names.join()).not.toMatch(/Copy|Export/);
    await user.keyboard('rename{Enter}');
    expect(await screen.findByPlaceholderText('Enter chat title')).toHaveValue('Bread');
    await user.keyboard('{Escape}');
    await waitFor(expectClosed);
    await act(async () =>
      availableCommands()
        .find(({ id }) => id === 'newChat')
        ?.run(),
    );
    await waitFor(() => expect(address()).toBe('/chat'));
  });

  it('shows the most recently used command first', async () => {
    const { user, box } = await open(`/chat?id=${chatId(2)}`);
    await user.keyboard('all shortcuts{Enter}');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(box);
    await user.keyboard('{Control>}k{/Control}');
    const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
    expect(palette.getByRole('group', { name: 'Recent commands' })).toHaveTextContent('Show all shortcuts');
    expect(palette.getAllByRole('option')[0]).toHaveTextContent('Show all shortcuts');
  });

  it('finds import and export by keywords, and opens the dialog', async () => {
    const { user } = await open();
    await user.keyboard('chatgpt{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Import and export' })).toBeVisible();
  });

  it("starts a temporary chat from a stored one, and then doesn't offer it", async () => {
    const { user, address } = await open(`/chat?id=${chatId(2)}`);
    await user.keyboard('incognito{Enter}');
    expect(await screen.findByText("This chat isn't saved")).toBeVisible();
    expect(address()).toBe('/chat');
    const input = await screen.findByRole('textbox', { name: 'Message' });
    await waitFor(() => expect(input).toHaveFocus());
    expect(availableCommands().map(({ id }) => id)).not.toContain('temporaryChat');
  });
});
