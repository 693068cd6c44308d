import { IconArrowsUpDown } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { useCommands } from '../../../lib/commands.ts';
import { transferMenuTexts } from './menu-texts.ts';

export const TransferDialog = lazyComponent(
  async () => (await import('./TransferDialog.tsx')).TransferDialog,
  {
    look: 'dialog',
  },
);

/**
 * Opens the dialog for import and export. Render the dialog outside the drawer: otherwise, closing the drawer
 * would end a running import.
 */
export function useTransfer() {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  useCommands(() => [
    {
      id: 'transfer',
      group: 'app',
      label: transferMenuTexts.open,
      words: 'chatgpt claude backup file json markdown',
      Icon: IconArrowsUpDown,
      run: open,
    },
  ]);
  return { isOpen, open, close };
}
