import { Menu } from '@mantine/core';
import { IconChevronDown, type TablerIcon } from '@tabler/icons-react';
import { showToast } from '../../../lib/toast.ts';
import { ExportFile, type ExportFormat } from './export-file.ts';
import { readChat } from './read-chats.ts';
import { transferMenuTexts as texts, transferToasts } from './menu-texts.ts';

interface ExportMenuProps {
  readonly chatId: string;
  readonly className: string | undefined;
}

/** Other export formats of a chat, beside the Export button. */
export function ExportMenu({ chatId, className }: ExportMenuProps) {
  return (
    <Menu position="bottom-end" shadow="md" width={180} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={className} aria-label={texts.exportAs} title={texts.exportAs}>
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <ExportItems chatId={chatId} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The entries of a menu that save a chat in another format. */
export function ExportItems({ chatId, Icon }: { readonly chatId: string; readonly Icon?: TablerIcon }) {
  const icon = Icon && { leftSection: <Icon size={16} aria-hidden /> };
  return (
    <>
      <Menu.Item {...icon} onClick={() => void save(chatId, 'md')}>
        {texts.asMarkdown}
      </Menu.Item>
      <Menu.Item {...icon} onClick={() => void save(chatId, 'json')}>
        {texts.asJson}
      </Menu.Item>
    </>
  );
}

async function save(chatId: string, format: ExportFormat): Promise<void> {
  try {
    const file = new ExportFile(format);
    file.add(await readChat(chatId));
    await file.save();
  } catch {
    showToast(transferToasts.exportFailed);
  }
}
