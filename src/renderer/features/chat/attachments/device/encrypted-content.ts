import type { DeviceCipher } from '../../encrypted/device-cipher.ts';
import type { FileContent } from '../chat-files.ts';

/** The content of a file, as it is stored on this device. */
export interface StoredContent {
  readonly mediaType: string;
  /** Null if only the text is on this device. */
  readonly bytes: ArrayBuffer | null;
  readonly text: string | null;
  readonly parts: FileContent['parts'];
}

// Store names in the contexts of the envelopes. Texts are separate, because the search reads only them.
const bytesStore = 'file-bytes';
const textStore = 'file-text';
const factsStore = 'file-facts';

/** The encrypted form of a file's content. `facts` contains its type and parts. */
export interface EncryptedContent extends StoredContent {
  readonly facts: string;
}

export async function encryptContent(
  cipher: DeviceCipher,
  path: string,
  { bytes, text, mediaType, parts }: StoredContent,
): Promise<EncryptedContent> {
  return {
    bytes: bytes && (await cipher.encryptBytes(bytesStore, path, bytes)),
    text: text === null ? null : await cipher.encrypt(textStore, path, text),
    facts: await cipher.encrypt(factsStore, path, { mediaType, parts }),
    mediaType: '',
    parts: undefined,
  };
}

export async function decryptText(
  cipher: DeviceCipher | undefined,
  path: string,
  envelope: string | null,
): Promise<string | null> {
  const text = await cipher?.decrypt(textStore, path, envelope);
  return typeof text === 'string' ? text : null;
}

/** Returns null if this account can't decrypt the content. The file can then be loaded from the service. */
export async function decryptContent(
  cipher: DeviceCipher | undefined,
  path: string,
  { bytes, text, facts }: EncryptedContent,
): Promise<StoredContent | null> {
  const opened = (await cipher?.decrypt(factsStore, path, facts)) as StoredContent | undefined;
  const openedBytes = bytes && (await cipher?.decryptBytes(bytesStore, path, bytes));
  if (!opened || openedBytes === undefined) return null;
  const { mediaType, parts } = opened;
  return { mediaType, parts, bytes: openedBytes, text: await decryptText(cipher, path, text) };
}
