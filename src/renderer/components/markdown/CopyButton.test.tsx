import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { CopyButton } from './CopyButton.tsx';

it('shows a check mark once the text is copied', async () => {
  const user = userEvent.setup();
  render(<CopyButton text="Words" label="Copy message" success="Copied" />);
  const button = screen.getByRole('button', { name: 'Copy message' });
  const icon = () => button.querySelector('svg');
  expect(icon()).toHaveClass('tabler-icon-copy');
  await user.click(button);
  await waitFor(() => expect(icon()).toHaveClass('tabler-icon-check'));
  expect(await navigator.clipboard.readText()).toBe('Words');
});
