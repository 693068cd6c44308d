import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type OpenDBCallbacks } from 'idb';
import type { FileContent } from '../chat-files.ts';

export interface Facts {
  readonly path: string;
  readonly size: number;
  /** True if the file belongs to a stored message. The service then has it, so this device may remove it. */
  readonly isSent: boolean;
  /** True if the object was uploaded. Until a message uses it, the service may delete or refuse it. */
  readonly isUploaded?: boolean;
  readonly usedAt: number;
  readonly isEncrypted?: boolean;
}

interface Content {
  readonly path: string;
  readonly mediaType: string;
  /** Null if only the text is on this device. */
  readonly bytes: ArrayBuffer | null;
  readonly parts?: FileContent['parts'];
  /** The type and the parts if the content is encrypted. */
  readonly facts?: string;
}

/** Stored separately, so that the search loads neither the bytes nor the parts, which repeat the text. */
interface StoredText {
  readonly path: string;
  readonly text: string | null;
  readonly isEncrypted?: boolean;
}

export interface Schema extends DBSchema {
  facts: { key: string; value: Facts };
  contents: { key: string; value: Content };
  words: { key: string; value: StoredText };
}

const VERSION = 3;
export const stores = ['facts', 'contents', 'words'] as const;

/** Version 1 stored the texts together with the bytes, version 2 together with the parts. */
type EarlierText = Partial<StoredText & Pick<Content, 'parts'>>;

/** Moves everything but the texts out of the `words` store. */
async function separateTexts(change: IDBPTransaction<Schema, (typeof stores)[number][], 'versionchange'>) {
  const contents = change.objectStore('contents');
  const words = change.objectStore('words');
  for (let cursor = await contents.openCursor(); cursor; cursor = await cursor.continue()) {
    const { path, bytes, mediaType, text } = cursor.value as Content & EarlierText;
    const earlier: EarlierText | undefined = await words.get(path);
    await words.put({ path, text: earlier?.text ?? text ?? null });
    await cursor.update({ path, bytes, mediaType, ...(earlier?.parts && { parts: earlier.parts }) });
  }
}

/** Opens the database of files, upgrading an earlier version. */
export const openFiles = (
  name: string,
  callbacks: Pick<OpenDBCallbacks<Schema>, 'blocking' | 'terminated'>,
): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(name, VERSION, {
    async upgrade(database, earlier, _, change) {
      if (earlier < 2) database.createObjectStore('words', { keyPath: 'path' });
      if (earlier > 0) return separateTexts(change);
      database.createObjectStore('facts', { keyPath: 'path' });
      database.createObjectStore('contents', { keyPath: 'path' });
    },
    ...callbacks,
  });
