import type { Context } from '../vault/context.ts';
import { decryptFile, encryptFile } from '../vault/envelope.ts';
import { VerificationError } from '../vault/verification-error.ts';
import type { History } from './history.ts';
import { encryptedFileType, type FileBytes } from './objects.ts';
import type { HistoryService } from './service.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type FileHistory = Pick<History, 'vault' | 'keys' | 'prepareChat' | 'acceptsPlain'>;

/** The location of a file's bytes. */
export interface FileAddress {
  readonly path: string;
  /** The chat whose key encrypts the file. If missing, it is looked up by the path. */
  readonly chatId?: string;
}

export const fileContext = (accountId: string, chatId: string, path: string): Context => ({
  kind: 'file',
  accountId,
  chatId,
  path,
});

/**
 * Encrypts a file of a stored chat for uploading. Returns the file unchanged if encrypted history is off or being
 * turned off; null if there is no such chat.
 */
export async function encryptObject(
  history: FileHistory,
  service: HistoryService,
  { path, chatId }: Required<FileAddress>,
  file: FileBytes,
): Promise<FileBytes | null> {
  const chat = await history.prepareChat(chatId, service);
  if (!chat) return null;
  if (!chat.key) return file;
  const context = fileContext(history.vault.accountId, chatId, path);
  return { type: encryptedFileType, bytes: await encryptFile(chat.key.key, context, file.bytes) };
}

/**
 * Decrypts a stored file.
 *
 * @throws VerificationError also for a plain file, unless encrypted history is being turned on or off
 */
export async function decryptObject(
  history: FileHistory,
  service: HistoryService,
  { path, chatId: given }: FileAddress,
  { type, bytes }: FileBytes,
): Promise<Bytes> {
  const { accountId } = history.vault;
  const [row] =
    given === undefined
      ? await service.read('message_attachments', `select=chat_id&object_path=eq.${path}&limit=1`)
      : [{ chat_id: given }];
  const chatId = String(row?.['chat_id']);
  const context = fileContext(accountId, chatId, path);
  if (type !== encryptedFileType) {
    if (await history.acceptsPlain(service)) return bytes;
    throw new VerificationError(context, 'damaged');
  }
  const known = await history.keys.get(chatId);
  if (known)
    try {
      return await decryptFile(known.keys, context, bytes);
    } catch {
      // Another device may have renewed the chat's key.
    }
  const key = (await history.prepareChat(chatId, service))?.key;
  if (!key) throw new VerificationError(context, 'damaged');
  return decryptFile(key.keys, context, bytes);
}
