import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeShell } from '../../platform/testing/fake-shell.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { EraseData } from './EraseData.tsx';

const button = () => screen.getByRole('button', { name: 'Erase all data…' });

it('shows what is erased and how to keep a copy, and lets the main process ask for confirmation', async () => {
  const shell = createFakeShell();
  const { user } = renderApp(<EraseData shell={shell} />, '/account');
  expect(screen.getByText(/all chats, images, settings, backups and saved API keys/)).toBeVisible();
  expect(screen.getByText(/download it first/)).toBeVisible();
  await user.click(button());
  expect(shell.calls).toEqual([['erase']]);
  await waitFor(() => expect(button()).toBeEnabled());
});

it('shows why nothing was erased', async () => {
  const { user } = renderApp(<EraseData shell={createFakeShell({ refusal: 'Nothing was erased.' })} />);
  await user.click(button());
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was erased.');
  expect(button()).toBeEnabled();
});
