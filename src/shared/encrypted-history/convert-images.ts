import { decodeBase64, encodeBase64 } from '../domain/encoding.ts';
import { encryptFileTo } from '../vault/envelope.ts';
import { VerificationError } from '../vault/verification-error.ts';
import type { FileConversion } from './convert-files.ts';
import { imageContext, openImage } from './images.ts';
import { encryptedFileType, type FileBytes } from './objects.ts';

interface StoredImage {
  readonly id: string;
  readonly content: string;
}

async function convertImage(
  { vault, isOn }: FileConversion,
  { id, content }: StoredImage,
): Promise<FileBytes> {
  const stored = decodeBase64(content);
  if (!isOn) return openImage(vault, id, stored);
  const context = imageContext(vault.accountId, id);
  return { type: encryptedFileType, bytes: await encryptFileTo(vault.pair.publicKey, context, stored) };
}

/**
 * Converts generated images, one at a time.
 *
 * @returns the ids of those that can't be decrypted; they stay unchanged
 */
export async function convertImages(conversion: FileConversion): Promise<readonly unknown[]> {
  const { service, signal } = conversion;
  const unreadable: unknown[] = [];
  for (let after: string | null = null; ;) {
    signal.throwIfAborted();
    const image = (await service.call('list_unconverted_images', { after })) as StoredImage | null;
    if (!image) return unreadable;
    after = image.id;
    try {
      const { type, bytes } = await convertImage(conversion, image);
      const converted = { id: image.id, content_type: type, content: encodeBase64(bytes) };
      await service.call('convert_image', converted);
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      unreadable.push(image.id);
    }
  }
}
