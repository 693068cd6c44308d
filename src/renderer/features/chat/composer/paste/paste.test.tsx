import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openChat } from '../../testing/open-chat.tsx';
// Loaded in advance, so that the tests don't time out on a slow machine.
import './to-markdown.ts';

/** Returns true if the paste was left to the browser. */
function paste(field: HTMLElement, data: Readonly<Record<string, string>>): boolean {
  const clipboardData = { files: [], types: Object.keys(data), getData: (type: string) => data[type] ?? '' };
  const event = createEvent.paste(field, { clipboardData });
  fireEvent(field, event);
  return !event.defaultPrevented;
}

it('inserts rich text as Markdown at the caret, with blocks on their own lines', async () => {
  const { user, input } = openChat();
  await user.type(await input(), 'Read: !');
  const field = await input();
  (field as HTMLTextAreaElement).setSelectionRange(6, 6);
  const html = '<ul><li>dig</li><li><b>water</b></li></ul>';
  expect(paste(field, { 'text/html': html, 'text/plain': 'dig\nwater' })).toBe(false);
  await waitFor(() => expect(field).toHaveValue('Read: \n\n- dig\n- **water**!'));
});

it.each([
  ['plain text', { 'text/plain': '<b>a</b>' }],
  ['colored text', { 'text/html': '<p style="color:red">a</p>', 'text/plain': 'a' }],
  [
    'an address',
    { 'text/html': '<a href="https://example.org/">A page</a>', 'text/plain': 'https://example.org/' },
  ],
  ['code of an editor', { 'text/html': '<pre>a</pre>', 'text/plain': 'a', 'vscode-editor-data': '{}' }],
])('leaves %s to the browser', async (_name, data) => {
  const { input } = openChat();
  expect(paste(await input(), data)).toBe(true);
});

it('the input can be enlarged for long text until it is sent', async () => {
  const { user, input, completion } = openChat();
  const { getByRole, queryByRole } = screen;
  await user.type(await input(), 'a');
  expect(queryByRole('button', { name: 'Expand input' })).toBeNull();
  await user.type(await input(), '{Shift>}{Enter}{Enter}{Enter}{Enter}{/Shift}b');
  await user.click(getByRole('button', { name: 'Expand input', pressed: false }));
  expect(getByRole('button', { name: 'Expand input', pressed: true })).toBeVisible();
  expect(await input()).toHaveFocus();
  await user.keyboard('{Enter}');
  await completion();
  expect(queryByRole('button', { name: 'Expand input' })).toBeNull();
});
