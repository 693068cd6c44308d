import { type ReactNode, useId } from 'react';
import styles from './PlainDialog.module.css';
import { useModal } from './use-modal.ts';

interface PlainDialogProps {
  readonly title: string;
  readonly describedBy?: string;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A dialog for pages that must stay small. The native element traps and restores the focus. */
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
