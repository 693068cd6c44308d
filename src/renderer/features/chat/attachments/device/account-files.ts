import {
  downloadFile,
  findAttachedText,
  insertAttachment,
  isAttachedIn,
  uploadFile,
  uploadFileTo,
} from '../../data/attachments.ts';
import { encrypted } from '../../../../lib/storage.ts';
import { StoreError } from '../../data/store-error.ts';
import type { Attachment } from '../attachment.ts';
import type { ChatFiles } from '../chat-files.ts';
import { fileTexts } from '../texts.ts';
import { FileDatabase } from './file-database.ts';

/** Opens an account's files. Files that are missing on this device are read from the service. */
export function openAccountFiles(userId: string): ChatFiles {
  const local = new FileDatabase(userId);
  const readText = async (file: Attachment) => {
    const known = (await local.read(file.path))?.text ?? null;
    if (known !== null) return known;
    const text = await findAttachedText(file.copyOf ?? file.id);
    if (text !== null) await local.write(file.path, { text }, true);
    return text;
  };
  const upload = async (file: Attachment, isForced = false) => {
    const content = await local.read(file.path);
    if (content?.isSent && !isForced) return;
    if (content?.blob) {
      await uploadFile(file, content.blob);
      await local.markSent(file.path);
    }
    // Without a copy on this device, the service must already have the file. If it doesn't, the message can't
    // be sent.
    else if (isForced) throw new StoreError('refused', fileTexts.lost({ name: file.name }));
  };
  /**
   * In an encrypted history, the bytes are encrypted with the key of their chat, which exists once the chat is stored.
   * Versions of a message share them.
   */
  const uploadTo = async (chatId: string, file: Attachment, isForced = false) => {
    if (!isForced && (await isAttachedIn(chatId, file))) return;
    const content = await local.read(file.path);
    if (!content?.blob) throw new StoreError('refused', fileTexts.lost({ name: file.name }));
    await uploadFileTo(chatId, file, content.blob);
    await local.markSent(file.path);
  };
  return {
    keep: (path, content) => local.write(path, content, false),
    forget: (files) => local.remove(files.map(({ path }) => path)),
    async readBlob(file) {
      const { path } = file;
      const known = (await local.read(path))?.blob ?? null;
      if (known) return known;
      const blob = await downloadFile(file);
      if (blob) await local.write(path, { blob }, true);
      return blob;
    },
    readText,
    readParts: async ({ path }) => (await local.read(path))?.parts ?? [],
    // Keeps `isSent`: if the message was refused before, the service may already have the file.
    rewrite: async ({ path }, text) => local.write(path, { text }, (await local.read(path))?.isSent ?? false),
    // One at a time, because the service limits concurrent uploads.
    async upload(files) {
      if (!encrypted.account) for (const file of files) await upload(file);
    },
    async attach(message, files) {
      for (const [position, file] of files.entries()) {
        const text = file.kind === 'document' ? ((await readText(file)) ?? '') : null;
        if (encrypted.account) await uploadTo(message.chatId, file);
        if (await insertAttachment(message, file, position, text)) continue;
        // The object may be gone, because the service deletes objects without a message after a day.
        if (encrypted.account) await uploadTo(message.chatId, file, true);
        else await upload(file, true);
        if (!(await insertAttachment(message, file, position, text)))
          throw new StoreError('refused', fileTexts.lost({ name: file.name }));
      }
    },
    close: () => local.close(),
  };
}
