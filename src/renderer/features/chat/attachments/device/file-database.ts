import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { fileDatabase } from '../../../../lib/account-database.ts';
import type { FileContent } from '../chat-files.ts';

/** At most this many bytes of sent files are kept; the least recently used ones are removed first. */
const MOST = 200 * 1_048_576;
/**
 * Unsent files older than this (ms) are deleted: their draft was lost, for example because local storage was cleared.
 */
const FORGOTTEN = 30 * 24 * 60 * 60_000;

interface Facts {
  readonly path: string;
  readonly size: number;
  /** True if the service has the file, so that it may be removed here. */
  readonly isSent: boolean;
  readonly usedAt: number;
}

interface Content {
  readonly path: string;
  readonly mediaType: string;
  /** Null if only the text is on this device. */
  readonly bytes: ArrayBuffer | null;
  readonly text: string | null;
}

interface Schema extends DBSchema {
  facts: { key: string; value: Facts };
  contents: { key: string; value: Content };
}

/** The parts of a file that are on this device; null for missing ones. */
export interface LocalContent {
  readonly blob: Blob | null;
  readonly text: string | null;
  readonly isSent: boolean;
}

/** The files of an account on this device. If the browser allows no database, they are in memory. */
export class FileDatabase {
  readonly #name: string;
  readonly #most: number;
  readonly #memory = new Map<string, LocalContent>();
  #opening: Promise<IDBPDatabase<Schema>> | null = null;
  #isClosed = false;

  constructor(userId: string, most = MOST) {
    this.#name = fileDatabase(userId);
    this.#most = most;
  }

  async read(path: string): Promise<LocalContent | null> {
    const inMemory = this.#memory.get(path);
    if (inMemory) return inMemory;
    return this.#use(async (database) => {
      const [facts, content] = await Promise.all([
        database.get('facts', path),
        database.get('contents', path),
      ]);
      if (!facts || !content) return null;
      await database.put('facts', { ...facts, usedAt: Date.now() });
      const { bytes, mediaType, text } = content;
      return { blob: bytes && new Blob([bytes], { type: mediaType }), text, isSent: facts.isSent };
    });
  }

  async write(path: string, { blob, text }: Partial<FileContent>, isSent: boolean): Promise<void> {
    if (this.#isClosed) return;
    const earlier = await this.read(path);
    const content: LocalContent = {
      blob: blob ?? earlier?.blob ?? null,
      text: text ?? earlier?.text ?? null,
      isSent,
    };
    const bytes = content.blob && (await content.blob.arrayBuffer());
    const mediaType = content.blob?.type ?? '';
    const size = (bytes?.byteLength ?? 0) + (content.text?.length ?? 0);
    const isSaved = await this.#use(async (database) => {
      const writing = database.transaction(['facts', 'contents'], 'readwrite');
      await Promise.all([
        writing.objectStore('contents').put({ path, mediaType, bytes, text: content.text }),
        writing.objectStore('facts').put({ path, size, isSent, usedAt: Date.now() }),
        writing.done,
      ]);
      return true;
    });
    if (isSaved) await this.#removeUnused();
    // Files that the service has can be loaded again.
    else if (!isSent && !this.#isClosed) this.#memory.set(path, content);
  }

  async markSent(path: string): Promise<void> {
    const inMemory = this.#memory.get(path);
    if (inMemory) this.#memory.set(path, { ...inMemory, isSent: true });
    await this.#use(async (database) => {
      const facts = await database.get('facts', path);
      if (facts) await database.put('facts', { ...facts, isSent: true });
    });
  }

  async remove(paths: readonly string[]): Promise<void> {
    for (const path of paths) this.#memory.delete(path);
    await this.#use(async (database) => {
      const writing = database.transaction(['facts', 'contents'], 'readwrite');
      await Promise.all([
        ...paths.flatMap((path) => [
          writing.objectStore('facts').delete(path),
          writing.objectStore('contents').delete(path),
        ]),
        writing.done,
      ]);
    });
  }

  /** Removes the files that the service has. */
  async clear(): Promise<void> {
    await this.remove((await this.#list()).flatMap(({ path, isSent }) => (isSent ? path : [])));
  }

  /** The bytes that `clear` would remove. */
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

  async #list(): Promise<readonly Facts[]> {
    return (await this.#use((database) => database.getAll('facts'))) ?? [];
  }

  async #removeUnused(): Promise<void> {
    const files = (await this.#list()).toSorted((a, b) => a.usedAt - b.usedAt);
    let excess = files.reduce((sum, { size }) => sum + size, 0) - this.#most;
    const removed: string[] = [];
    for (const { path, size, isSent, usedAt } of files) {
      const isForgotten = !isSent && usedAt < Date.now() - FORGOTTEN;
      if (!isForgotten && !(isSent && excess > 0)) continue;
      removed.push(path);
      excess -= size;
    }
    if (removed.length > 0) await this.remove(removed);
  }

  /** Null if the database can't be used, e.g. because there is no space left. */
  async #use<Result>(act: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result | null> {
    if (this.#isClosed) return null;
    try {
      this.#opening ??= this.#open();
      return await act(await this.#opening);
    } catch {
      this.#opening = null;
      return null;
    }
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    const opening = openDB<Schema>(this.#name, 1, {
      upgrade(created) {
        created.createObjectStore('facts', { keyPath: 'path' });
        created.createObjectStore('contents', { keyPath: 'path' });
      },
      // Sign-out deletes the database: an open connection would prevent that.
      blocking: () => {
        void opening.then((database) => database.close());
        this.#opening = null;
      },
      terminated: () => void (this.#opening = null),
    });
    return opening;
  }
}
