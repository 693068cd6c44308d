import { type ReactNode, useId } from 'react';
import styles from './PlainDialog.module.css';
import { useModal } from './use-modal.ts';

interface PlainDialogProps {
  readonly title: string;
  /** The id of the text that says what it is about; read out after the title. */
  readonly describedBy?: string;
  /** Escape. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A dialog without Mantine, for pages that must stay light: the browser's own, which keeps the focus and gives it back. */
export function PlainDialog({ title, describedBy, onCancel, children }: PlainDialogProps) {
  const dialog = useModal();
  const titleId = useId();
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
