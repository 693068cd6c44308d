import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { platform } from '../../../platform/index.ts';
import { createFakeShell } from '../../../platform/testing/fake-shell.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
import { shortcutTexts } from '../texts.ts';
// Loaded in advance, so that the tests don't time out on a slow machine.
import './ShortcutsDialog.tsx';
import { keysOf, shortcutOf, shortcuts, shortcutsOf } from './shortcuts.ts';

const press = (change: Partial<KeyboardEvent>, from = shortcuts) => {
  const keys = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  return shortcutOf({ key: '', code: '', isComposing: false, ...keys, ...change }, from)?.id ?? null;
};

describe('a key press', () => {
  it('is a shortcut only with Ctrl or Cmd and no additional keys', () => {
    expect(press({ key: 'O', ctrlKey: true, shiftKey: true })).toBe('newChat');
    expect(press({ key: 'o', metaKey: true, shiftKey: true })).toBe('newChat');
    expect(press({ key: 'o', ctrlKey: true })).toBeNull();
    expect(press({ key: 'o', ctrlKey: true, metaKey: true, shiftKey: true })).toBeNull();
    expect(press({ key: 'ArrowUp', altKey: true })).toBe('previousChat');
    expect(press({ key: 'ArrowUp' })).toBeNull();
    expect(press({ key: 'k' })).toBeNull();
  });

  it('is matched by position if the layout has no Latin letters, except for the slash', () => {
    expect(press({ key: 'щ', code: 'KeyO', ctrlKey: true, shiftKey: true })).toBe('newChat');
    expect(press({ key: '/', code: 'Digit7', ctrlKey: true, shiftKey: true })).toBe('help');
  });

  /** The code of the key with each letter. Its position differs between layouts. */
  it.each([
    ['QWERTY', { k: 'KeyK', o: 'KeyO', n: 'KeyN', f: 'KeyF', c: 'KeyC', e: 'KeyE', l: 'KeyL', b: 'KeyB' }],
    ['AZERTY', { k: 'KeyK', o: 'KeyO', n: 'KeyN', f: 'KeyF', c: 'KeyC', e: 'KeyE', l: 'KeyL', b: 'KeyB' }],
    ['Dvorak', { k: 'KeyV', o: 'KeyS', n: 'KeyL', f: 'KeyY', c: 'KeyI', e: 'KeyD', l: 'KeyP', b: 'KeyN' }],
  ])('is found by the letter on the key, on %s', (layout, codes) => {
    const own = shortcutsOf(true);
    const letter = (key: keyof typeof codes, isShift = false) =>
      press(
        { key: isShift ? key.toUpperCase() : key, code: codes[key], ctrlKey: true, shiftKey: isShift },
        own,
      );
    expect((['k', 'n', 'f', 'b'] as const).map((key) => letter(key))).toEqual([
      'focusInput',
      'newChat',
      'find',
      'toggleSidebar',
    ]);
    expect((['o', 'c', 'e', 'l'] as const).map((key) => letter(key, true))).toEqual([
      'newChat',
      'copyReply',
      'export',
      'model',
    ]);
    // AZERTY's slash needs Shift, Dvorak's is at the position of the bracket.
    const slash = {
      QWERTY: { code: 'Slash', shiftKey: false },
      AZERTY: { code: 'Period', shiftKey: true },
      Dvorak: { code: 'BracketLeft', shiftKey: false },
    }[layout];
    expect(press({ key: '/', ctrlKey: true, ...slash }, own)).toBe('help');
    expect(press({ key: 'F2', code: 'F2' }, own)).toBe('rename');
    expect(press({ key: 'ArrowDown', code: 'ArrowDown', altKey: true }, own)).toBe('nextChat');
  });

  it('is ignored while an input method composes a word', () => {
    expect(press({ key: 'k', ctrlKey: true, isComposing: true })).toBeNull();
  });

  it('starts a chat with Ctrl+N, but only in the desktop app, because browsers use that shortcut [DESK-017]', () => {
    const keys = { key: 'n', ctrlKey: true };
    expect(press(keys)).toBeNull();
    expect(press(keys, shortcutsOf(true))).toBe('newChat');
    expect(shortcuts).toEqual(shortcutsOf(false));
  });

  it("is named as on the system's keyboard", () => {
    const newChat = shortcuts.find(({ id }) => id === 'newChat')!;
    expect(keysOf(newChat, false)).toEqual(['Ctrl', 'Shift', 'O']);
    expect(keysOf(newChat, true)).toEqual(['⌘', 'Shift', 'O']);
  });
});

const withThree = (service: FakeChats) => {
  service.chats.push(storedChat(1, 'Apples'), storedChat(2, 'Bread', 3), storedChat(3, 'Cheese', 30));
  for (const [index, content] of ['What grows?', 'Clover.'].entries())
    service.messages.push({
      id: `m${index}`,
      chat_id: chatId(2),
      role: index === 0 ? 'user' : 'assistant',
      content,
      status: 'complete',
      model_id: null,
      vendor_id: null,
      unavailable_vendor: null,
      created_at: `2026-11-20T10:00:0${index}Z`,
      seq: index + 1,
    });
};

describe('in the chat', () => {
  it('Ctrl+K focuses the input from anywhere [CHAT-073]', async () => {
    const { user, input } = openChat('/chat', withThree);
    const box = await input();
    await user.click(await screen.findByRole('searchbox'));
    await user.keyboard('{Control>}k{/Control}');
    expect(box).toHaveFocus();
  });

  it('Alt with an arrow key switches between chats, Ctrl+Shift+O starts a chat', async () => {
    const { user, address } = openChat('/chat', withThree);
    await screen.findByText('Apples');
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(address()).toBe('/chat');
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(address()).toBe(`/chat?id=${chatId(1)}`));
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(address()).toBe(`/chat?id=${chatId(2)}`));
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(address()).toBe(`/chat?id=${chatId(1)}`));
    await user.keyboard('{Control>}{Shift>}O{/Shift}{/Control}');
    await waitFor(() => expect(address()).toBe('/chat'));
  });

  it('shortcuts copy the reply, export and rename the chat, and open the model picker', async () => {
    const save = vi.spyOn(platform, 'saveTextFile').mockImplementation(async (name) => name);
    const { user } = openChat(`/chat?id=${chatId(2)}`, withThree);
    await screen.findByText('Clover.');
    await user.keyboard('{Control>}{Shift>}C{/Shift}{/Control}');
    expect(await screen.findByText('Message copied to clipboard')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('Clover.');
    await user.keyboard('{Control>}{Shift>}E{/Shift}{/Control}');
    const asText = await screen.findByRole('menuitem', { name: 'Export as text (.txt)' });
    await waitFor(() => expect(asText).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    await user.keyboard('{Control>}{Shift>}L{/Shift}{/Control}');
    expect(screen.getByRole('button', { name: 'Models' })).toHaveFocus();
    await user.keyboard('{F2}');
    expect(await screen.findByPlaceholderText('Enter chat title')).toHaveValue('Bread');
  });

  it('shortcuts are ignored while a title is edited or a menu is open', async () => {
    const { user, address } = openChat(`/chat?id=${chatId(2)}`, withThree);
    await screen.findByText('Clover.');
    (await screen.findByRole('button', { name: /^Apples/ })).focus();
    await user.keyboard('{F2}');
    expect(await screen.findByRole('textbox', { name: 'Chat title' })).toHaveFocus();
    await user.keyboard('{F2}{Alt>}{ArrowDown}{/Alt}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe(`/chat?id=${chatId(2)}`);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Options for Apples' }));
    await screen.findByRole('menuitem', { name: 'Rename' });
    await user.keyboard('{ArrowDown}{Control>}{Shift>}O{/Shift}{/Control}');
    expect(address()).toBe(`/chat?id=${chatId(2)}`);
  });

  it('a menu bar entry does the same as its shortcut, and is ignored while a dialog is open [DESK-016]', async () => {
    const shell = createFakeShell();
    vi.spyOn(platform, 'shell', 'get').mockReturnValue(shell);
    const { address } = openChat('/chat', withThree);
    await screen.findByText('Apples');
    act(() => shell.sendCommand({ kind: 'press', command: 'nextChat' }));
    await waitFor(() => expect(address()).toBe(`/chat?id=${chatId(1)}`));
    act(() => shell.sendCommand({ kind: 'press', command: 'help' }));
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    act(() => shell.sendCommand({ kind: 'press', command: 'newChat' }));
    expect(address()).toBe(`/chat?id=${chatId(1)}`);
  });

  it('? lists the shortcuts outside the input, and they can be searched', async () => {
    const { user, input } = openChat('/chat', withThree);
    const box = await input();
    await user.type(box, 'why?');
    expect(screen.queryByRole('dialog')).toBeNull();
    (await screen.findByRole('button', { name: /^Apples/ })).focus();
    await user.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(dialog.getByRole('region', { name: 'Messages' })).toBeVisible();
    await user.type(dialog.getByRole('searchbox', { name: 'Search shortcuts' }), 'shift copy');
    expect(dialog.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Copy the last reply',
    ]);
    await user.type(dialog.getByRole('searchbox'), ' nothing');
    expect(dialog.getByText('No matching shortcuts')).toBeVisible();
  });

  it('Ctrl+/ lists all shortcuts, and other shortcuts are ignored until it closes', async () => {
    const { user, input, address } = openChat(`/chat?id=${chatId(2)}`, withThree);
    const box = await input();
    await waitFor(() => expect(box).toHaveFocus());
    await user.keyboard('{Control>}/{/Control}');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const { id } of shortcuts) expect(within(dialog).getByText(shortcutTexts.labels[id])).toBeVisible();
    await user.keyboard('{Control>}{Shift>}O{/Shift}{/Control}');
    expect(address()).toBe(`/chat?id=${chatId(2)}`);
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(box).toHaveFocus();
  });
});
