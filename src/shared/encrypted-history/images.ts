import { imageTypeOf } from '../domain/image-type.ts';
import type { Context } from '../vault/context.ts';
import { decryptFileTo } from '../vault/envelope.ts';
import { VerificationError } from '../vault/verification-error.ts';
import type { History } from './history.ts';
import { encryptedFileType, type FileBytes } from './objects.ts';
import type { TextService } from './service.ts';

export const imageContext = (accountId: string, imageId: string): Context => ({
  kind: 'image',
  accountId,
  imageId,
});

/** Decrypts an image and detects its type from its first bytes. Rejects with VerificationError. */
export async function openImage(
  { accountId, pairs }: History['vault'],
  imageId: string,
  envelope: Uint8Array<ArrayBuffer>,
): Promise<FileBytes> {
  const context = imageContext(accountId, imageId);
  const bytes = await decryptFileTo(pairs, context, envelope);
  const type = imageTypeOf(bytes);
  if (type === null) throw new VerificationError(context, 'damaged');
  return { type, bytes };
}

/**
 * Decrypts a generated image.
 *
 * @throws VerificationError also for a plain image, unless encrypted history is being turned on or off
 */
export async function decryptImage(
  history: Pick<History, 'vault' | 'acceptsPlain'>,
  service: TextService,
  imageId: string,
  file: FileBytes,
): Promise<FileBytes> {
  if (file.type === encryptedFileType) return openImage(history.vault, imageId, file.bytes);
  if (await history.acceptsPlain(service)) return file;
  throw new VerificationError(imageContext(history.vault.accountId, imageId), 'damaged');
}
