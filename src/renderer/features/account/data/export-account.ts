import type { PortableChat } from '../../../lib/portable-chat.ts';
import { toFileName } from './file-name.ts';
import { createArchive } from './archive.ts';
import { readAccount, readChats, readImage } from './read-account.ts';
import { dataTexts as texts } from './texts.ts';

/** Writes one chat as a file that can be imported again. */
export type FormatChat = (chat: PortableChat, exportedAt: Date) => string;

export interface ExportOptions {
  readonly formatChat: FormatChat;
  /** `hidden`: only the chats that the plan hides, without account and images. */
  readonly scope: 'everything' | 'hidden';
  readonly onProgress: (chats: number) => void;
  readonly signal: AbortSignal;
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** Gathers the archive. Rejects when the service did not hand out all of it: a part must not pass for the whole. */
export async function exportAccount({ formatChat, scope, onProgress, signal }: ExportOptions): Promise<Blob> {
  const now = new Date();
  const archive = createArchive();
  const isWhole = scope === 'everything';
  const account = isWhole ? await readAccount() : null;
  if (account) {
    archive.add('README.txt', texts.readme(now.toISOString()));
    archive.add('account.json', JSON.stringify(account, null, 1));
  }
  let count = 0;
  for await (const chat of readChats(!isWhole)) {
    signal.throwIfAborted();
    count += 1;
    archive.add(
      `chats/${String(count).padStart(5, '0')} ${toFileName(chat.title)}.json`,
      formatChat(chat, now),
    );
    onProgress(count);
  }
  for (const image of account?.images ?? []) {
    signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
    const bytes = await readImage(image.id);
    if (bytes) archive.add(`images/${image.id}.${extensions[image.content_type] ?? 'bin'}`, bytes);
  }
  return archive.finish();
}
