import type { Vault } from '../vault/account-keys.ts';
import { decryptFile, encryptFile } from '../vault/envelope.ts';
import { VerificationError } from '../vault/verification-error.ts';
import type { ChatKeys } from './chat-keys.ts';
import type { ConversionService } from './conversion-service.ts';
import { fileContext } from './files.ts';
import { encryptedFileType, type FileBytes } from './objects.ts';
import type { Row, RowCipher } from './rows.ts';

export interface FileConversion {
  readonly service: ConversionService;
  readonly cipher: RowCipher;
  readonly vault: Vault;
  readonly keys: ChatKeys;
  /** True to encrypt, false to decrypt. */
  readonly isOn: boolean;
  readonly signal: AbortSignal;
}

/**
 * Stores a converted copy of an object for the attachments of one chat that use it. An interruption loses nothing,
 * because the original is deleted only with its last attachment.
 */
async function convertObject(
  { service, cipher, vault, keys, isOn }: FileConversion,
  stored: FileBytes,
  rows: readonly Row[],
): Promise<void> {
  const [{ chat_id, chat_key, object_path } = {}] = rows;
  const chatId = String(chat_id);
  const { accountId } = vault;
  const chatKey = await keys.open(chatId, String(chat_key));
  const path = `${accountId}/${crypto.randomUUID()}`;
  const named = isOn ? rows.map((row) => ({ ...row, object_path: path })) : rows;
  const converted = await Promise.all(
    named.map((row) =>
      isOn
        ? cipher.encrypt('message_attachments', row, chatKey.key)
        : cipher.decryptOrThrow('message_attachments', row),
    ),
  );
  const file: FileBytes = isOn
    ? {
        type: encryptedFileType,
        bytes: await encryptFile(chatKey.key, fileContext(accountId, chatId, path), stored.bytes),
      }
    : {
        type: String(converted[0]?.['media_type']),
        bytes: await decryptFile(
          chatKey.keys,
          fileContext(accountId, chatId, String(object_path)),
          stored.bytes,
        ),
      };
  await service.objects.upload(path, file);
  const files = converted.map(({ id, name, media_type, text }) => ({
    id,
    name,
    media_type,
    text,
    object_path: path,
    stored_path: object_path,
  }));
  const count = await service.call('convert_files', { files }).catch(async (error: unknown) => {
    await service.objects.remove(path).catch(() => {});
    throw error;
  });
  // Another device has converted them, or the messages were deleted.
  if (count === 0) await service.objects.remove(path);
}

/**
 * Converts attached files, one object at a time.
 *
 * @returns the ids of those that can't be decrypted or whose object is missing; they stay unchanged
 */
export async function convertFiles(conversion: FileConversion): Promise<readonly unknown[]> {
  const { service, signal } = conversion;
  const unreadable: unknown[] = [];
  for (let after = ''; ;) {
    signal.throwIfAborted();
    const rows = (await service.call('list_unconverted_files', { after })) as readonly Row[];
    const [first] = rows;
    if (!first) return unreadable;
    after = String(first['object_path']);
    const stored = await service.objects.download(after);
    for (const those of Map.groupBy(rows, ({ chat_id: chat }) => chat).values())
      try {
        if (stored) await convertObject(conversion, stored, those);
        else unreadable.push(...those.map(({ id }) => id));
      } catch (error) {
        if (!(error instanceof VerificationError)) throw error;
        unreadable.push(...those.map(({ id }) => id));
      }
    // A hosted project doesn't delete the files of objects by itself.
    if (stored) await service.objects.remove(after).catch(() => {});
  }
}
