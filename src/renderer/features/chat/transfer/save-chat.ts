import { platform } from '../../../platform/index.ts';
import { ExportFile, type ExportFormat } from './export-file.ts';
import { readChat } from './read-chats.ts';

async function openFile(chatId: string, format: ExportFormat): Promise<ExportFile> {
  const file = new ExportFile(format);
  file.add(await readChat(chatId));
  return file;
}

export async function saveChat(chatId: string, format: ExportFormat): Promise<void> {
  await (await openFile(chatId, format)).save();
}

/** Opens the system's share menu with the chat as Markdown. */
export async function shareChatFile(chatId: string): Promise<void> {
  const { name, content } = (await openFile(chatId, 'md')).read();
  await platform.shareFile?.(name, await content.text());
}
