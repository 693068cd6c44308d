import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { loadModule } from '../../../lib/load-module.ts';
import { showToast } from '../../../lib/toast.ts';
import type { ExportFormat } from './export-file.ts';
import { transferMenuTexts as texts, transferToasts } from './menu-texts.ts';

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
    const { saveChat } = await loadModule(() => import('./save-chat.ts'));
    await saveChat(chatId, format);
  } catch {
    showToast(transferToasts.exportFailed);
  }
}
