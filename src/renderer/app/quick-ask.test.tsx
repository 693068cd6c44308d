import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openChat } from '../features/chat/testing/open-chat.tsx';
import { QuickBar } from '../features/desktop/QuickBar.tsx';
import { platform } from '../platform/index.ts';
import { createFakeShell } from '../platform/testing/fake-shell.ts';

function openQuickAsk() {
  const shell = { ...createFakeShell(), isQuickAsk: true };
  vi.spyOn(platform, 'shell', 'get').mockReturnValue(shell);
  return { shell, ...openChat('/chat', undefined, undefined, <QuickBar shell={shell} />) };
}

it('Escape in the input closes the window, and keeps the draft', async () => {
  const { shell, user, input } = openQuickAsk();
  await user.type(await input(), 'half a question{Escape}');
  expect(shell.calls).toEqual([['close']]);
  expect(await input()).toHaveValue('half a question');
});

it('Escape does not stop a running reply', async () => {
  const { shell, user, input, completion, stopped } = openQuickAsk();
  await user.type(await input(), 'Hello{Enter}');
  await completion();
  await user.keyboard('{Escape}');
  expect(shell.calls).toEqual([['close']]);
  expect(stopped).toEqual([]);
  expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
});

it('Escape closes an open menu first', async () => {
  const { shell, user, input } = openQuickAsk();
  await user.type(await input(), '/');
  expect(await screen.findByRole('listbox')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(shell.calls).toEqual([]);
  await user.keyboard('{Escape}');
  expect(shell.calls).toEqual([['close']]);
});

it('offers neither a file picker nor screenshots, which would hide the window', async () => {
  const { input } = openQuickAsk();
  await input();
  expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Take a screenshot' })).toBeNull();
});
