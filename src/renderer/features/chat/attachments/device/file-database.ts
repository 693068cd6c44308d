import type { IDBPDatabase } from 'idb';
import { fileDatabase } from '../../../../lib/account-database.ts';
import { reportNewVersion } from '../../../../lib/version.ts';
import { deviceCiphers } from '../../store/stores.ts';
import type { FileContent } from '../chat-files.ts';
import { decryptContent, decryptText, encryptContent } from './encrypted-content.ts';
import { type Facts, openFiles, type Schema, stores } from './file-schema.ts';
import { NewerDatabaseError } from './newer-database-error.ts';

/**
 * The maximum total size of the files in bytes. Beyond it, the least recently used sent files are removed.
 */
const MAX_SENT_BYTES = 200 * 1_048_576;
/**
 * Unsent files are deleted if they have not been used for this long (ms). Their draft must have been lost, for example
 * because local storage was cleared.
 */
const UNSENT_LIFETIME = 30 * 24 * 60 * 60_000;

/** The content of a file on this device. Missing parts are null. */
export interface LocalContent {
  readonly blob: Blob | null;
  readonly text: string | null;
  readonly parts: FileContent['parts'];
  readonly isSent: boolean;
  readonly isUploaded: boolean;
}

const addLength = (sum: number, { text }: { readonly text: string | null }) => sum + (text?.length ?? 0);

/** Stores file contents in IndexedDB, or in memory if the browser denies access to it. */
export class FileDatabase {
  readonly #userId: string;
  readonly #name: string;
  readonly #most: number;
  readonly #memory = new Map<string, LocalContent>();
  #opening: Promise<IDBPDatabase<Schema>> | null = null;
  #isClosed = false;
  /** True if another tab has upgraded the database to a version that this code doesn't know. */
  #isOutdated = false;

  constructor(userId: string, most = MAX_SENT_BYTES) {
    this.#userId = userId;
    this.#name = fileDatabase(userId);
    this.#most = most;
  }

  /** Returns null if the file is not on this device. Throws NewerDatabaseError if this tab can't tell. */
  async read(path: string): Promise<LocalContent | null> {
    const inMemory = this.#memory.get(path);
    if (inMemory) return inMemory;
    const content = await this.#use(async (database) => {
      const [facts, content, words] = await Promise.all([
        database.get('facts', path),
        database.get('contents', path),
        database.get('words', path),
      ]);
      if (!facts || !content) return null;
      await database.put('facts', { ...facts, usedAt: Date.now() });
      const text = words?.text ?? null;
      const opened =
        content.facts === undefined
          ? { ...content, text }
          : await decryptContent(this.#cipher(), path, {
              ...content,
              facts: content.facts,
              text,
              parts: undefined,
            });
      if (!opened) return null;
      const { bytes, mediaType, parts } = opened;
      const blob = bytes && new Blob([bytes], { type: mediaType });
      const { isSent, isUploaded = isSent } = facts;
      return { blob, text: opened.text, parts, isSent, isUploaded };
    });
    if (this.#isOutdated) throw new NewerDatabaseError();
    return content;
  }

  /** Reads a document's text without counting as a use of the file. Null if it is not on this device. */
  async readText(path: string): Promise<string | null> {
    const words = await this.#use((database) => database.get('words', path));
    if (!words) return null;
    return words.isEncrypted ? decryptText(this.#cipher(), path, words.text) : words.text;
  }

  /** Throws NewerDatabaseError, because a file in the memory of an outdated tab would be lost when it reloads. */
  async write(path: string, { blob, text, parts }: Partial<FileContent>, isSent: boolean): Promise<void> {
    if (this.#isClosed) return;
    const earlier = await this.read(path);
    const content: LocalContent = {
      blob: blob ?? earlier?.blob ?? null,
      text: text ?? earlier?.text ?? null,
      parts: parts ?? earlier?.parts,
      isSent,
      // New content has not been uploaded yet.
      isUploaded: isSent || (!blob && (earlier?.isUploaded ?? false)),
    };
    const { isUploaded } = content;
    const bytes = content.blob && (await content.blob.arrayBuffer());
    const mediaType = content.blob?.type ?? '';
    const size = (bytes?.byteLength ?? 0) + [content, ...(content.parts ?? [])].reduce(addLength, 0);
    const plain = { mediaType, bytes, text: content.text, parts: content.parts };
    const cipher = this.#cipher();
    const { text: kept, ...stored } = cipher ? await encryptContent(cipher, path, plain) : plain;
    const isSaved = await this.#use(async (database) => {
      const writing = database.transaction(stores, 'readwrite');
      await Promise.all([
        writing.objectStore('contents').put({ path, ...stored }),
        writing.objectStore('words').put({ path, text: kept, ...(cipher && { isEncrypted: true }) }),
        writing
          .objectStore('facts')
          .put({ path, size, isSent, isUploaded, usedAt: Date.now(), ...(cipher && { isEncrypted: true }) }),
        writing.done,
      ]);
      return true;
    });
    if (isSaved) await this.#removeUnused();
    // Sent files need no copy in memory, because they can be loaded from the service.
    else if (!isSent && !this.#isClosed) this.#memory.set(path, content);
  }

  /**
   * Changes the account's cipher and stores unsent files again. Uploaded ones are included, because the service no
   * longer accepts their objects. Sent files can be loaded from the service.
   */
  changeCipher(change: () => void): Promise<void> {
    return this.#storeAgain(() => true, change);
  }

  /** Encrypts files that other tabs stored as plain text before they knew that the history is encrypted. */
  encryptPlainFiles(): Promise<void> {
    return this.#storeAgain(
      ({ isEncrypted }) => !isEncrypted,
      () => {},
    );
  }

  markUploaded(path: string): Promise<void> {
    return this.#mark(path, { isUploaded: true });
  }

  markSent(path: string): Promise<void> {
    return this.#mark(path, { isSent: true, isUploaded: true });
  }

  async remove(paths: readonly string[]): Promise<void> {
    for (const path of paths) this.#memory.delete(path);
    await this.#use(async (database) => {
      const writing = database.transaction(stores, 'readwrite');
      await Promise.all([
        ...stores.flatMap((store) => paths.map((path) => writing.objectStore(store).delete(path))),
        writing.done,
      ]);
    });
  }

  /** Lists the paths that start with this text. */
  async list(beginning: string): Promise<readonly string[]> {
    const range = IDBKeyRange.bound(beginning, `${beginning}\uffff`);
    return (await this.#use((database) => database.getAllKeys('facts', range))) ?? [];
  }

  /** Removes all files that the service also has. */
  async clear(): Promise<void> {
    await this.remove((await this.#list()).flatMap(({ path, isSent }) => (isSent ? path : [])));
  }

  /** Returns the number of bytes that `clear` would free. */
  async readBytes(): Promise<number> {
    return (await this.#list()).reduce((sum, { size, isSent }) => sum + (isSent ? size : 0), 0);
  }

  close(): void {
    this.#isClosed = true;
    this.#memory.clear();
    void this.#opening?.then(
      (database) => database.close(),
      () => {},
    );
    this.#opening = null;
  }

  async #mark(path: string, marks: Partial<Pick<Facts, 'isSent' | 'isUploaded'>>): Promise<void> {
    const inMemory = this.#memory.get(path);
    if (inMemory) this.#memory.set(path, { ...inMemory, ...marks });
    await this.#use(async (database) => {
      const facts = await database.get('facts', path);
      if (facts) await database.put('facts', { ...facts, ...marks });
    });
  }

  #cipher() {
    return deviceCiphers.get(this.#userId);
  }

  async #list(): Promise<readonly Facts[]> {
    return (await this.#use((database) => database.getAll('facts'))) ?? [];
  }

  async #storeAgain(isIncluded: (facts: Facts) => boolean, change: () => void): Promise<void> {
    const files = (await this.#list()).filter(isIncluded);
    await this.remove(files.flatMap(({ path, isSent }) => (isSent ? path : [])));
    const unsent = await Promise.all(
      files
        .filter(({ isSent }) => !isSent)
        .map(async ({ path }) => ({ path, content: await this.read(path) })),
    );
    change();
    for (const { path, content } of unsent) {
      if (!content) continue;
      const { blob, text, parts } = content;
      await this.write(path, { ...(blob && { blob }), text, ...(parts && { parts }) }, false);
    }
  }

  async #removeUnused(): Promise<void> {
    const files = (await this.#list()).toSorted((a, b) => a.usedAt - b.usedAt);
    let excess = files.reduce((sum, { size }) => sum + size, 0) - this.#most;
    const removed: string[] = [];
    for (const { path, size, isSent, usedAt } of files) {
      const isForgotten = !isSent && usedAt < Date.now() - UNSENT_LIFETIME;
      if (!isForgotten && !(isSent && excess > 0)) continue;
      removed.push(path);
      excess -= size;
    }
    if (removed.length > 0) await this.remove(removed);
  }

  /** Returns null if the database can't be used, for example because the disk is full. */
  async #use<Result>(act: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result | null> {
    if (this.#isClosed || this.#isOutdated) return null;
    try {
      this.#opening ??= this.#open();
      return await act(await this.#opening);
    } catch (error) {
      this.#opening = null;
      if (error instanceof DOMException && error.name === 'VersionError') {
        this.#isOutdated = true;
        reportNewVersion();
      }
      return null;
    }
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    const opening = openFiles(this.#name, {
      // Another tab deletes the database at sign-out, or upgrades it. An open connection would block both.
      blocking: () => {
        void opening.then((database) => database.close());
        this.#opening = null;
      },
      terminated: () => void (this.#opening = null),
    });
    return opening;
  }
}
