import './mantine-styles.ts';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './ConsoleDialog.module.css';

interface ConsoleDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** While true, neither Escape nor a click beside it closes the dialog: what it began is not over. */
  readonly isBusy?: boolean;
  readonly onClose: () => void;
  /** Called when it has left the screen: then it should be taken away, with all that was typed. */
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** A question of the console above its page. The focus goes in and stays in; `onGone` is the time to lead it back. */
export function ConsoleDialog({
  title,
  isOpen,
  isBusy = false,
  onClose,
  onGone,
  children,
}: ConsoleDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={onGone}
      title={title}
      centered
      // Whoever opened it knows better where to go on: the opening button may be gone.
      returnFocus={false}
      size="lg"
      radius="lg"
      padding="lg"
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
      closeButtonProps={{ 'aria-label': 'Close', disabled: isBusy }}
      overlayProps={{ color: '#0e100f', backgroundOpacity: 0.45 }}
      transitionProps={{ duration: 120 }}
      classNames={{
        content: styles.content,
        header: styles.header,
        title: styles.title,
        close: styles.close,
      }}
    >
      <div className={styles.body}>{children}</div>
    </Modal>
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

/** The buttons at the end of a dialog; the one that acts comes last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
