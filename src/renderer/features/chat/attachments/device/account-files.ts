import {
  downloadFile,
  findAttachedText,
  findPath,
  insertAttachment,
  replaceObject,
  uploadFile,
} from '../../data/attachments.ts';
import { encrypted, writeStored } from '../../../../lib/storage.ts';
import { uploadKeys } from '../../../../lib/unsent.ts';
import { StoreError } from '../../data/store-error.ts';
import { noPath } from '../../../../../shared/encrypted-history/objects.ts';
import type { Attachment } from '../attachment.ts';
import type { AttachmentTarget, ChatFiles } from '../chat-files.ts';
import { isUnverified } from '../failure.ts';
import { fileTexts } from '../texts.ts';
import { FileDatabase } from './file-database.ts';

const lost = ({ name }: Attachment) => new StoreError('refused', fileTexts.lost({ name }));

/** Opens an account's files. Files that are missing on this device are read from the service. */
export function openAccountFiles(userId: string): ChatFiles {
  const local = new FileDatabase(userId);
  const onClose: (() => void)[] = [];
  const readThrough = async (path: string, load: () => Promise<string | null>) => {
    const known = (await local.read(path))?.text ?? null;
    if (known !== null) return known;
    const text = await load();
    if (text !== null) await local.write(path, { text }, true);
    return text;
  };
  const readText = (file: Attachment) =>
    readThrough(file.path, () => findAttachedText(file.copyOf ?? file.id));
  const readBlob = async (file: Attachment) => {
    const known = (await local.read(file.path))?.blob ?? null;
    if (known) return known;
    const blob = await downloadFile(file);
    if (blob) await local.write(file.path, { blob }, true);
    return blob;
  };
  const upload = async (file: Attachment) => {
    const content = await local.read(file.path);
    if (content?.isUploaded || !content?.blob) return;
    await uploadFile(file, content.blob);
    await local.markUploaded(file.path);
  };
  /**
   * Finds an object for a file of a stored chat, or uploads one, and returns the file with its path. Versions of a
   * message share an object. In an encrypted history, it is encrypted with the key of the chat.
   *
   * @param refused the path of a missing object, or of one whose form (plain or encrypted) differs from the chat's
   */
  const place = async (
    { chatId }: AttachmentTarget,
    file: Attachment,
    refused?: string,
  ): Promise<Attachment> => {
    const stored = await findPath(file, chatId);
    // Turning encrypted history on or off replaces objects.
    if (stored !== null && stored !== refused) return { ...file, path: stored };
    const content = await readBlob(file).catch((error: unknown) => {
      if (isUnverified(error)) return null;
      throw error;
    });
    if (!content) throw lost(file);
    // An object that a message uses can't be replaced.
    const placed = stored === null ? file : { ...file, path: `${userId}/${crypto.randomUUID()}` };
    await replaceObject(chatId, placed, content);
    return placed;
  };
  return {
    keep: (path, content) => local.write(path, content, false),
    forget(files) {
      const paths = files.map(({ path }) => path);
      // An unfinished upload. The service deletes the bytes that have arrived.
      for (const path of paths) writeStored(uploadKeys.of(path), null);
      return local.remove(paths);
    },
    listKept: (beginning) => local.list(beginning),
    readBlob,
    readText,
    readParts: async ({ path }) => (await local.read(path))?.parts ?? [],
    // Keeps `isSent`: the file may belong to an earlier version of the message.
    rewrite: async ({ path }, text) => local.write(path, { text }, (await local.read(path))?.isSent ?? false),
    // Uploads one file at a time, because the service limits concurrent uploads.
    async upload(files) {
      if (!encrypted.account) for (const file of files) await upload(file);
    },
    async attach(message, files) {
      for (const [position, file] of files.entries()) {
        if (file.path === noPath) throw lost(file);
        const text = file.kind === 'document' ? ((await readText(file)) ?? '') : null;
        const placed = encrypted.account ? await place(message, file) : file;
        if (!(await insertAttachment(message, placed, position, text))) {
          // The object may be gone, because the service deletes objects without a message after a day.
          const replaced = await place(message, file, placed.path);
          if (!(await insertAttachment(message, replaced, position, text))) throw lost(file);
        }
        await local.markSent(file.path);
      }
    },
    readThrough,
    whenClosed: (listener) => void onClose.push(listener),
    close: () => {
      local.close();
      for (const listener of onClose) listener();
    },
  };
}
