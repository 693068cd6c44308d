import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { loadModule } from '../../../lib/load-module.ts';
import { showToast } from '../../../lib/toast.ts';
import { platform } from '../../../platform/index.ts';
import { transferMenuTexts as texts, transferToasts } from './menu-texts.ts';

export function ExportItems({ chatId }: { readonly chatId: string }) {
  const icon = <IconDownload size={16} aria-hidden />;
  return (
    <>
      <Menu.Item leftSection={icon} onClick={() => void run((chats) => chats.saveChat(chatId, 'md'))}>
        {texts.asMarkdown}
      </Menu.Item>
      <Menu.Item leftSection={icon} onClick={() => void run((chats) => chats.saveChat(chatId, 'json'))}>
        {texts.asJson}
      </Menu.Item>
      {platform.shareFile && (
        <Menu.Item leftSection={icon} onClick={() => void run((chats) => chats.shareChatFile(chatId))}>
          {texts.shareMarkdown}
        </Menu.Item>
      )}
    </>
  );
}

const loadChats = () => loadModule(() => import('./save-chat.ts'));

async function run(act: (chats: Awaited<ReturnType<typeof loadChats>>) => Promise<void>): Promise<void> {
  try {
    await act(await loadChats());
  } catch {
    showToast(transferToasts.exportFailed);
  }
}
