import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { accountTexts as texts } from '../texts.ts';
import type { SettingsParts } from './SectionContent.tsx';
import { Settings } from './Settings.tsx';
import styles from './Settings.module.css';

interface SettingsDialogProps {
  readonly parts: SettingsParts;
  readonly onClose: () => void;
}

export function SettingsDialog({ parts, onClose }: SettingsDialogProps) {
  const isPhone = useMediaQuery('(max-width: 768px)') ?? false;
  return (
    <Modal
      opened
      centered
      fullScreen={isPhone}
      size="60rem"
      withCloseButton={false}
      aria-label={texts.title}
      transitionProps={{ duration: 120 }}
      classNames={{ content: styles.dialog, body: styles.dialogBody }}
      onClose={onClose}
    >
      <Settings {...parts} close={{ label: texts.close, onClose }} />
    </Modal>
  );
}
