import { IconArrowsUpDown } from '@tabler/icons-react';
import { type ComponentType, useCallback, useState } from 'react';
import { useCommands } from '../../../lib/commands.ts';
import { fetchPart } from '../../../lib/fetch-part.ts';
import type { TransferDialogProps } from './TransferDialog.tsx';
import { transferTexts } from './texts.ts';

/**
 * The dialog of import and export, fetched when it first opens; null while it is closed. Draw it where it outlives the
 * button: what runs in it ends with it.
 */
export function useTransfer() {
  const [Dialog, setDialog] = useState<ComponentType<TransferDialogProps> | null>(null);
  const open = useCallback(async () => {
    const part = await fetchPart(() => import('./TransferDialog.tsx'));
    if (part) setDialog(() => part.TransferDialog);
  }, []);
  const close = useCallback(() => setDialog(null), []);
  useCommands(() => [
    {
      id: 'transfer',
      group: 'app',
      label: transferTexts.open,
      words: 'chatgpt claude backup file json markdown',
      Icon: IconArrowsUpDown,
      run: () => void open(),
    },
  ]);
  return { Dialog, open, close };
}
