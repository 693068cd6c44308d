import type { ReactNode } from 'react';
import { Dialog, type DialogProps } from '../../../components/dialog/Dialog.tsx';
import styles from './ConsoleDialog.module.css';

/** A question of the console above its page; `onGone` is the time to lead the focus back. */
export function ConsoleDialog({
  children,
  ...dialog
}: Required<Pick<DialogProps, 'title' | 'isOpen' | 'onClose' | 'onGone' | 'children'>> &
  Pick<DialogProps, 'isBusy'>) {
  return (
    <Dialog {...dialog} size="lg" returnsFocus={false}>
      <div className={styles.body}>{children}</div>
    </Dialog>
  );
}

/** What went wrong, and what to do about it. Read out when it appears. */
export function DialogError({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className={styles.error}>
      {children}
    </p>
  );
}

/** A consequence told before it happens. */
export function DialogWarning({ children }: { readonly children: ReactNode }) {
  return <output className={styles.warning}>{children}</output>;
}

/** The fields of a dialog; Enter in one of them sends it. */
export function DialogForm({
  onSubmit,
  children,
}: {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}) {
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** What the dialog is about, in a sentence or two. */
export function DialogText({ children }: { readonly children: ReactNode }) {
  return <p className={styles.text}>{children}</p>;
}
