import { IconArrowsUpDown } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { showToast } from '../../../lib/toast.ts';
import type { TransferDialogProps } from './TransferDialog.tsx';
import styles from './TransferEntry.module.css';
import { transferTexts, transferToasts } from './texts.ts';

/** The button at the foot of the sidebar; its dialog is fetched when it first opens. */
export function TransferEntry({ userId }: { readonly userId: string }) {
  const [Dialog, setDialog] = useState<ComponentType<TransferDialogProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = async () => {
    try {
      const { TransferDialog } = await import('./TransferDialog.tsx');
      setDialog(() => TransferDialog);
      setIsOpen(true);
    } catch {
      showToast(transferToasts.notLoaded);
    }
  };
  return (
    <>
      <button type="button" className={styles.entry} onClick={() => void open()}>
        <IconArrowsUpDown size={16} stroke={1.75} aria-hidden />
        {transferTexts.open}
      </button>
      {isOpen && Dialog && <Dialog userId={userId} onClose={() => setIsOpen(false)} />}
    </>
  );
}
