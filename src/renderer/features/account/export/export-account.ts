import { cutGraphemes } from '../../../../shared/domain/graphemes.ts';
import type { PortableChat } from '../../../lib/portable-chat.ts';
import { exportTexts as texts } from '../texts.ts';
import { createArchive } from './archive.ts';
import {
  type AccountFile,
  type AccountProjectFile,
  readAccount,
  readChats,
  readFile,
  readImage,
  readProjectFiles,
} from './read-account.ts';

/** Returns the chat as an export file, which can be imported again. */
export type FormatChat = (chat: PortableChat, exportedAt: Date) => string;

/** `hidden`: only the chats that the plan hides, without account data, images and files. */
export type ExportScope = 'everything' | 'hidden';

export interface ExportProgress {
  readonly chats: number;
  /** Images and files in the archive so far. Null while the chats are read. */
  readonly files: number | null;
  readonly allFiles: number;
}

interface ExportOptions {
  readonly formatChat: FormatChat;
  readonly scope: ExportScope;
  readonly onProgress: (progress: ExportProgress) => void;
  readonly signal: AbortSignal;
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** Rejects if the service did not return everything, so that no partial archive is saved. */
export async function exportAccount({ formatChat, scope, onProgress, signal }: ExportOptions): Promise<Blob> {
  const now = new Date();
  const archive = createArchive();
  const account = scope === 'everything' ? await readAccount() : null;
  if (account) {
    archive.add('README.txt', texts.readme({ at: now.toISOString() }));
    archive.add('account.json', JSON.stringify(account, null, 1));
  }
  const allFiles = (account?.images.length ?? 0) + (account?.files.length ?? 0);
  let count = 0;
  let files = 0;
  for await (const chat of readChats(scope === 'hidden')) {
    signal.throwIfAborted();
    count += 1;
    const name = `chats/${String(count).padStart(5, '0')} ${toFileName(chat.title)}.json`;
    archive.add(name, formatChat(withFiles(chat, account?.files ?? []), now));
    onProgress({ chats: count, files: null, allFiles });
  }
  const reportFiles = () => onProgress({ chats: count, files, allFiles });
  if (allFiles > 0) reportFiles();
  const addFile = (name: string, bytes: Uint8Array<ArrayBuffer> | null) => {
    if (bytes) archive.add(name, bytes);
    files += 1;
    reportFiles();
  };
  for (const image of account?.images ?? []) {
    signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- one image in memory at a time
    const read = await readImage(image.id);
    if (read && 'failure' in read) addFile(`images/${image.id}.txt`, read.failure);
    else addFile(`images/${image.id}.${extensions[read?.type ?? ''] ?? 'bin'}`, read?.bytes ?? null);
  }
  for (const file of account?.files ?? []) {
    signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- one file in memory at a time
    const bytes = await readFile(file);
    addFile(pathOf(file), bytes);
  }
  if (account)
    for await (const file of readProjectFiles()) {
      signal.throwIfAborted();
      archive.add(projectPathOf(file), file.text);
    }
  return archive.finish();
}

/**
 * Each file gets its own folder, because names may repeat. Some operating systems refuse the replaced
 * characters.
 */
const pathOf = ({ id, name }: AccountFile): string => `files/${id}/${safeName(name)}`;

/** Only the text of these files is stored. */
const projectPathOf = ({ id, project_id: project, name }: AccountProjectFile): string =>
  `project-files/${project}/${id}/${safeName(name)}.txt`;

function safeName(name: string): string {
  const safe = name.replaceAll(/[\p{Cc}\\/:*?"<>|]+/gu, ' ').trim();
  return /^\.*$/.test(safe) ? 'file' : safe;
}

function withFiles(chat: PortableChat, files: readonly AccountFile[]): PortableChat {
  const messages = chat.messages.map((message) => {
    const messageFiles = files.filter((file) => file.message_id === message.id);
    if (messageFiles.length === 0) return message;
    const attachments = messageFiles.map((file) => ({
      name: file.name,
      mediaType: file.media_type,
      size: file.size,
      file: pathOf(file),
    }));
    return { ...message, attachments };
  });
  return { ...chat, messages };
}

const maxTitleLength = 60;

/** Replaces characters that some operating systems refuse in file names. */
function toFileName(title: string): string {
  const safe = title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}\p{M}_-]+/gu, ' ')
    .trim();
  return cutGraphemes(safe, maxTitleLength).text.trim() || 'chat';
}
