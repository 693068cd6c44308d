import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeShell } from '../../platform/testing/fake-shell.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { QuickAsk } from './QuickAsk.tsx';

const open = (refusal?: string) => {
  const shell = createFakeShell(refusal === undefined ? {} : { refusal });
  return { shell, ...renderApp(<QuickAsk shell={shell} />, '/quick-ask') };
};

it('Enter sends the question with its line breaks, and the next one starts blank', async () => {
  const { shell, user } = open();
  const input = screen.getByRole('textbox', { name: 'Your question' });
  expect(input).toHaveFocus();
  await user.keyboard('How many leaves?{Shift>}{Enter}{/Shift}Count them.{Enter}');
  expect(shell.calls).toEqual([['ask', 'How many leaves?\nCount them.']]);
  expect(input).toHaveValue('');
});

it('blank text is not sent, and Escape closes the window without losing text', async () => {
  const { shell, user } = open();
  await user.keyboard('  {Enter}half a thought{Escape}');
  expect(shell.calls).toEqual([['close']]);
  expect(screen.getByRole('textbox')).toHaveValue('  half a thought');
});

it('a question that could not be sent stays, with the reason', async () => {
  const { user } = open('The app could not do that.');
  await user.keyboard('How many leaves?{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('The app could not do that.');
  expect(screen.getByRole('textbox')).toHaveValue('How many leaves?');
});
