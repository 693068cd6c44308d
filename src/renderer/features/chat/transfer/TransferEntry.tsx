import { IconArrowsUpDown } from '@tabler/icons-react';
import styles from './TransferEntry.module.css';
import { transferTexts } from './texts.ts';

export function TransferEntry({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <button type="button" className={styles.entry} aria-haspopup="dialog" onClick={onOpen}>
      <IconArrowsUpDown size={16} stroke={1.75} aria-hidden />
      {transferTexts.open}
    </button>
  );
}
