import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Button } from './Button.tsx';

function Save({ onSave }: { readonly onSave: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    onSave();
  };
  return (
    <form onSubmit={save}>
      <Button type="submit" disabled={isBusy}>
        Save
      </Button>
      <Button>Next</Button>
    </form>
  );
}

it('keeps the focus if it is disabled while it has it, and does nothing until it is enabled', async () => {
  const user = userEvent.setup();
  const onSave = vi.fn<() => void>();
  render(<Save onSave={onSave} />);
  const button = screen.getByRole('button', { name: 'Save' });
  await user.click(button);
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  // The user looks at another window.
  fireEvent.blur(button);
  expect(button).toBeEnabled();
  expect(button).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.click(button);
  expect(onSave).toHaveBeenCalledOnce();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
  expect(button).toBeDisabled();
});
