import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { showToast } from '../../../lib/toast.ts';
import { ExportFile, type ExportFormat } from './export-file.ts';
import { readChat } from './read-chats.ts';
import { transferTexts as texts, transferToasts } from './texts.ts';

interface ExportMenuProps {
  readonly chatId: string;
  readonly className: string | undefined;
}

/** Other export formats of a chat, beside the Export button. */
export function ExportMenu({ chatId, className }: ExportMenuProps) {
  const save = async (format: ExportFormat) => {
    try {
      const file = new ExportFile(format);
      file.add(await readChat(chatId));
      await file.save();
    } catch {
      showToast(transferToasts.exportFailed);
    }
  };
  return (
    <Menu position="bottom-end" shadow="md" width={180} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={className} aria-label={texts.exportAs} title={texts.exportAs}>
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('md')}>{texts.asMarkdown}</Menu.Item>
        <Menu.Item onClick={() => void save('json')}>{texts.asJson}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
