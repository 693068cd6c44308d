import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import { Modal } from '@mantine/core';
import { ExportPart } from './ExportPart.tsx';
import { ImportPart } from './ImportPart.tsx';
import { transferTexts as texts } from './texts.ts';
import styles from './TransferDialog.module.css';

export interface TransferDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** Chats from elsewhere come in here, and all of one's own go out. */
export function TransferDialog({ userId, onClose }: TransferDialogProps) {
  return (
    <Modal
      opened
      centered
      size="lg"
      title={texts.open}
      closeButtonProps={{ 'aria-label': texts.close }}
      classNames={{ content: styles.content, header: styles.header, title: styles.title, body: styles.body }}
      onClose={onClose}
    >
      <ImportPart userId={userId} />
      <ExportPart userId={userId} />
    </Modal>
  );
}
