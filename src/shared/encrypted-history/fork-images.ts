import { decodeBase64, encodeBase64 } from '../domain/encoding.ts';
import { encryptFileTo } from '../vault/envelope.ts';
import { VerificationError } from '../vault/verification-error.ts';
import { copiedId } from './copied-id.ts';
import type { FunctionCall } from './function-call.ts';
import { decryptImage, imageContext } from './images.ts';
import { encryptedFileType } from './objects.ts';
import type { Row } from './rows.ts';

const links = /\/functions\/v1\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g;

/** An image that a copied reply shows. */
export interface CopiedImage {
  readonly source: string;
  readonly copy: string;
  readonly message: unknown;
}

/** Makes a copied reply refer to copies of its images, because images are deleted with their message. */
export async function linkCopies(
  newChat: string,
  message: Row,
): Promise<{ readonly message: Row; readonly images: readonly CopiedImage[] }> {
  const content = String(message['content']);
  if (message['role'] !== 'assistant' || !content.includes('/functions/v1/images/'))
    return { message, images: [] };
  const sources = [...new Set(Array.from(content.matchAll(links), ([, id = '']) => id))];
  const images = await Promise.all(
    sources.map(async (source) => ({
      source,
      copy: await copiedId(newChat, source),
      message: message['id'],
    })),
  );
  const copies = new Map(images.map(({ source, copy }) => [source, copy]));
  const linked = content.replaceAll(links, (_, id: string) => `/functions/v1/images/${copies.get(id) ?? id}`);
  return { message: { ...message, content: linked }, images };
}

/** Stores the copies, after their messages. Leaves out images that no longer exist or fail verification. */
export async function copyImages(
  { history, service }: FunctionCall,
  images: readonly CopiedImage[],
): Promise<void> {
  const { vault } = history;
  for (const { source, copy, message } of images) {
    const [row] = (await service.call('read_message_image', { image_id: source })) as readonly Row[];
    if (!row) continue;
    const stored = { type: String(row['content_type']), bytes: decodeBase64(String(row['content'])) };
    try {
      const plain = await decryptImage(history, service, source, stored);
      const context = imageContext(vault.accountId, copy);
      // The original may still be plain while encrypted history is being turned on. The copy must be encrypted.
      const { type, bytes } = history.writesPlain()
        ? plain
        : {
            type: encryptedFileType,
            bytes: await encryptFileTo(vault.pair.publicKey, context, plain.bytes),
          };
      const content = encodeBase64(bytes);
      await service.call('copy_message_image', { source, copy, message, content_type: type, content });
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
    }
  }
}
