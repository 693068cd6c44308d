import { ExportFile, type ExportFormat } from './export-file.ts';
import { readChat } from './read-chats.ts';

export async function saveChat(chatId: string, format: ExportFormat): Promise<void> {
  const file = new ExportFile(format);
  file.add(await readChat(chatId));
  await file.save();
}
