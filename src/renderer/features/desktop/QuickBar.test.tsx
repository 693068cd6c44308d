import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeShell } from '../../platform/testing/fake-shell.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { QuickBar } from './QuickBar.tsx';

const chatId = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
const open = (path = `/chat?id=${chatId}`, content?: React.ReactNode) => {
  const shell = createFakeShell();
  return {
    shell,
    ...renderApp(
      <>
        {content}
        <QuickBar shell={shell} />
      </>,
      path,
    ),
  };
};

it('continues its chat in the main window as soon as the chat is stored', async () => {
  const { unmount } = open('/chat');
  expect(screen.queryByRole('button', { name: 'Continue in Clover' })).toBeNull();
  unmount();
  const { shell, user } = open();
  await user.click(screen.getByRole('button', { name: 'Continue in Clover' }));
  expect(shell.calls).toEqual([['continue', chatId]]);
});

it('closes by its button and by Escape, unless Escape closes something inside first', async () => {
  const { shell, user, unmount } = open();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('{Escape}');
  expect(shell.calls).toEqual([['close'], ['close']]);
  unmount();
  const inner = open('/chat', <dialog open>A dialog</dialog>);
  await inner.user.keyboard('{Escape}');
  expect(inner.shell.calls).toEqual([]);
});

it('reserves its space while it is visible', () => {
  const { unmount } = open();
  expect(document.documentElement).toHaveAttribute('data-quick-ask');
  unmount();
  expect(document.documentElement).not.toHaveAttribute('data-quick-ask');
});
