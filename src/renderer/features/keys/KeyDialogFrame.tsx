import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './KeyDialog.module.css';
import { keyTexts } from './texts.ts';

interface KeyDialogFrameProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The frame of the dialogs about keys: Escape and the cross close it, the focus stays inside. */
export function KeyDialogFrame({ title, onClose, children }: KeyDialogFrameProps) {
  return (
    <Modal
      opened
      centered
      size="md"
      title={title}
      closeButtonProps={{ 'aria-label': keyTexts.close }}
      classNames={{ content: styles.content, header: styles.header, title: styles.title, body: styles.body }}
      onClose={onClose}
    >
      {children}
    </Modal>
  );
}
