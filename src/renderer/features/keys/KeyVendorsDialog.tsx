import { Dialog } from '../../components/dialog/Dialog.tsx';
import styles from './KeyDialog.module.css';
import { KeyVendorList } from './KeyVendorList.tsx';
import { keyTexts } from './texts.ts';

interface KeyVendorsDialogProps {
  readonly onChoose: (vendorName: string) => void;
  readonly onClose: () => void;
}

export function KeyVendorsDialog({ onChoose, onClose }: KeyVendorsDialogProps) {
  return (
    <Dialog title={keyTexts.listTitle} onClose={onClose}>
      <p className={styles.lead}>{keyTexts.listText}</p>
      <KeyVendorList onChoose={onChoose} />
    </Dialog>
  );
}
