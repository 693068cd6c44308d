import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type Command, useCommands } from '../../../../lib/commands.ts';
import { openChat } from '../../testing/open-chat.tsx';
import { isCommandWord } from './slash-menu.ts';

const prompts = [
  'Explain this concept to me',
  'Write a summary of',
  'Help me understand',
  'Create a plan for',
];
const shown = () =>
  screen.queryAllByRole('option').map((option) => option.querySelector('span:not(:has(svg))')?.textContent);
const active = () => screen.getByRole('option', { selected: true });
const value = async (box: Promise<HTMLElement>) => ((await box) as HTMLTextAreaElement).value;

it('offers prompts and then commands, but only for "/" in an empty input [CHAT-042]', async () => {
  const { user, input } = openChat();
  const box = await input();
  await user.type(box, '/');
  expect(shown().slice(0, 4)).toEqual(prompts);
  expect(shown()).toContain('New chat');
  for (const text of ['and/or', ' /', '/etc/hosts', '/\n']) {
    fireEvent.change(box, { target: { value: text } });
    expect([text, ...shown()]).toEqual([text]);
  }
});

it('filters while typing, and the typed filter is never sent [CHAT-042]', async () => {
  const { user, input, service } = openChat();
  const box = await input();
  await user.type(box, '/summ');
  expect(shown()).toEqual(['Write a summary of']);
  await user.keyboard('{Enter}');
  expect(box).toHaveValue('Write a summary of ');
  await user.clear(box);
  await user.type(box, '/zzz');
  expect(screen.getAllByText(/^No match/)[0]).toBeVisible();
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await value(input())).toBe('/zzz');
  expect(service.messages).toEqual([]);
});

it('sends a message that starts with a slash', async () => {
  const { user, input, completion, service } = openChat();
  await user.type(await input(), '/zzz is a path{Enter}');
  await completion();
  expect(service.messages.map(({ content }) => content)).toEqual(['/zzz is a path']);
});

it('Escape closes the menu and keeps the text, and Enter opens the menu again instead of sending', async () => {
  const { user, input, service } = openChat();
  const box = await input();
  await user.type(box, '/{Escape}');
  expect([shown(), await value(input())]).toEqual([[], '/']);
  await user.keyboard('{Enter}');
  expect(shown().slice(0, 4)).toEqual(prompts);
  expect(service.messages).toEqual([]);
  await user.keyboard('{Escape}{Backspace}/');
  expect(shown().slice(0, 4)).toEqual(prompts);
});

it('the arrow keys select an entry, Tab or a click chooses it, and the focus stays in the input [CHAT-042]', async () => {
  const { user, input, service } = openChat();
  const box = await input();
  await user.type(box, '/');
  expect(box).toHaveAttribute('aria-activedescendant', active().id);
  const last = shown().at(-1);
  await user.keyboard('{ArrowUp}');
  expect(active()).toHaveAccessibleName(last);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(box).toHaveAttribute('aria-activedescendant', active().id);
  await user.keyboard('{Tab}');
  expect(box).toHaveValue('Write a summary of ');
  await user.clear(box);
  await user.type(box, '/');
  expect(active()).toHaveAccessibleName('Explain this concept to me');
  await user.click(screen.getByRole('option', { name: 'Help me understand' }));
  expect(box).toHaveValue('Help me understand ');
  expect(box).toHaveFocus();
  expect(shown()).toEqual([]);
  expect(service.messages).toEqual([]);
});

it('runs a command of the app and empties the input', async () => {
  const run = vi.fn<() => void>();
  const commands: readonly Command[] = [
    { id: 'a', group: 'actions', label: 'Text summarization', words: 'shorten', run },
    { id: 'm', group: 'models', label: 'Use shorty', isMinor: true, run: () => {} },
  ];
  const Offers = () => {
    useCommands(() => commands);
    return null;
  };
  const { user, input } = openChat('/chat', () => {}, {}, <Offers />);
  const box = await input();
  await user.type(box, '/short');
  expect(shown()).toEqual(['Text summarization', 'Show all shortcuts']);
  await user.keyboard('{Enter}');
  expect(run).toHaveBeenCalledOnce();
  expect(box).toHaveValue('');
});

it('leaves the keys to an input method that is composing a word', async () => {
  const { user, input } = openChat();
  const box = await input();
  await user.type(box, '/');
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
  // Safari sends this key press after the composition has ended.
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });
  expect(box).toHaveValue('/');
});

it('unmounts without an error if scrollIntoView returns a promise, as in newer browsers', async () => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never);
  const { user, input } = openChat();
  await user.type(await input(), '/{ArrowDown}{Backspace}');
  await waitFor(() => expect(shown()).toEqual([]));
  expect(await value(input())).toBe('');
});

it.each([
  ['/', true],
  ['/summ', true],
  ['/summ ', true],
  ['/summ this', false],
  ['/etc/hosts', false],
  ['and/or', false],
  [' /summ', false],
])('%j is only a command: %s', (text, is) => {
  expect(isCommandWord(text)).toBe(is);
});
