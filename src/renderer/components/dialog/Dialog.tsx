import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { commonTexts } from '../texts.ts';
import styles from './Dialog.module.css';
import { useFocusReturn } from './use-focus-return.ts';

export interface DialogProps {
  readonly title: string;
  /** False while the dialog closes with a transition. */
  readonly isOpen?: boolean;
  /** While true, Escape, the close button and a click outside don't close it. */
  readonly isBusy?: boolean;
  readonly size?: 'md' | 'lg';
  /** False if the opener sets the focus itself, for example because its button may have disappeared. */
  readonly returnsFocus?: boolean;
  readonly onClose: () => void;
  /** Called after the closing transition, to unmount the dialog. */
  readonly onGone?: () => void;
  readonly children: ReactNode;
}

/** Escape, the close button and a click outside close the dialog. */
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
  useFocusReturn(returnsFocus);
  return (
    <Modal
      opened={isOpen}
      centered
      size={size}
      title={title}
      returnFocus={returnsFocus}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
      closeButtonProps={{ 'aria-label': commonTexts.close, disabled: isBusy }}
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
