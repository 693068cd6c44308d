import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Dialog.module.css';

export interface DialogProps {
  readonly title: string;
  /** False while it leaves the screen; a dialog that is simply taken away needs no such state. */
  readonly isOpen?: boolean;
  /** While true neither Escape, the cross nor a click beside it closes the dialog: what it began is not over. */
  readonly isBusy?: boolean;
  readonly size?: 'md' | 'lg';
  /** False where whoever opened it knows better where to go on, because the opening button may be gone. */
  readonly returnsFocus?: boolean;
  readonly onClose: () => void;
  /** Called when it has left the screen: then it should be taken away, with all that was typed. */
  readonly onGone?: () => void;
  readonly children: ReactNode;
}

/** A dialog above the page: the focus goes in and stays in; Escape, the cross and a click beside it close it. */
export function Dialog({
  title,
  isOpen = true,
  isBusy = false,
  size = 'md',
  returnsFocus = true,
  onClose,
  onGone,
  children,
}: DialogProps) {
  return (
    <Modal
      opened={isOpen}
      centered
      size={size}
      title={title}
      returnFocus={returnsFocus}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
      closeButtonProps={{ 'aria-label': 'Close', disabled: isBusy }}
      transitionProps={{ duration: 120 }}
      classNames={{
        content: styles.content,
        header: styles.header,
        title: styles.title,
        close: styles.close,
        body: styles.body,
      }}
      onClose={onClose}
      {...(onGone ? { onExitTransitionEnd: onGone } : {})}
    >
      {children}
    </Modal>
  );
}
