import { IconArrowsUpDown } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { useCommands } from '../../../lib/commands.ts';
import { transferTexts } from './texts.ts';

export const TransferDialog = lazyComponent(
  async () => (await import('./TransferDialog.tsx')).TransferDialog,
  {
    look: 'dialog',
  },
);

/**
 * Whether the dialog of import and export is open. Draw it where it outlives the button: what runs in it ends with it.
 */
export function useTransfer() {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  useCommands(() => [
    {
      id: 'transfer',
      group: 'app',
      label: transferTexts.open,
      words: 'chatgpt claude backup file json markdown',
      Icon: IconArrowsUpDown,
      run: open,
    },
  ]);
  return { isOpen, open, close };
}
