import { IconArrowsUpDown } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { fetchPart } from '../../../lib/fetch-part.ts';
import type { TransferDialogProps } from './TransferDialog.tsx';
import styles from './TransferEntry.module.css';
import { transferTexts } from './texts.ts';

/** The button at the foot of the sidebar; its dialog is fetched when it first opens. */
export function TransferEntry({ userId }: { readonly userId: string }) {
  const [Dialog, setDialog] = useState<ComponentType<TransferDialogProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = async () => {
    const part = await fetchPart(() => import('./TransferDialog.tsx'));
    if (!part) return;
    setDialog(() => part.TransferDialog);
    setIsOpen(true);
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
