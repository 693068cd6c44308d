import type { ReactNode } from 'react';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import styles from './ConsoleDialog.module.css';
import { useDialogState } from './DialogHost.tsx';

interface ConsoleDialogProps {
  readonly title: string;
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

/** DialogHost opens the dialog and returns the focus. */
export function ConsoleDialog({ title, isBusy = false, children }: ConsoleDialogProps) {
  const { isOpen, close, onClosed } = useDialogState();
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      isBusy={isBusy}
      size="lg"
      returnsFocus={false}
      onClose={close}
      onGone={onClosed}
    >
      <div className={styles.body}>{children}</div>
    </Dialog>
  );
}

/** Screen readers announce the error when it appears. */
export function DialogError({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className={styles.error}>
      {children}
    </p>
  );
}

export function DialogWarning({ children }: { readonly children: ReactNode }) {
  return <output className={styles.warning}>{children}</output>;
}

export function DialogText({ children }: { readonly children: ReactNode }) {
  return <p className={styles.text}>{children}</p>;
}
