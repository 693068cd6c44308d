import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { UiProvider } from '../../theme/UiProvider.tsx';
import { Dialog } from './Dialog.tsx';

function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog title="A dialog" onClose={() => setIsOpen(false)}>
          <input aria-label="A field" />
        </Dialog>
      )}
    </>
  );
}

it('returns the focus to the button that opened it, even if it unmounts when it closes', async () => {
  const user = userEvent.setup();
  render(<Opener />, { wrapper: UiProvider });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.type(await screen.findByLabelText('A field'), 'x{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});
