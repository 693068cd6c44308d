import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { showToast } from '../../../lib/toast.ts';
import { ExportFile, type ExportFormat } from './export-file.ts';
import { readChat } from './read-chats.ts';
import { transferMenuTexts as texts, transferToasts } from './menu-texts.ts';

/** The entries of a menu that save a chat in another format. */
export function ExportItems({ chatId }: { readonly chatId: string }) {
  const icon = <IconDownload size={16} aria-hidden />;
  return (
    <>
      <Menu.Item leftSection={icon} onClick={() => void save(chatId, 'md')}>
        {texts.asMarkdown}
      </Menu.Item>
      <Menu.Item leftSection={icon} onClick={() => void save(chatId, 'json')}>
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
