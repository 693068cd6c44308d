import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { searchDatabase } from '../../../../lib/account-database.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface Schema extends DBSchema {
  segments: { key: number; value: Bytes };
  /** At most one row. */
  manifest: { key: 'manifest'; value: Bytes };
}

export interface StoredChange {
  /** The manifest as this tab last read or wrote it. */
  readonly before: Bytes | null;
  readonly manifest: Bytes;
  readonly added: readonly { readonly key: number; readonly segment: Bytes }[];
  readonly removed: readonly number[];
}

/** The encrypted bytes of an account's index. All tabs of this device share them. */
export class SegmentDatabase {
  readonly #database: IDBPDatabase<Schema>;

  private constructor(database: IDBPDatabase<Schema>) {
    this.#database = database;
  }

  static async open(accountId: string): Promise<SegmentDatabase> {
    return new SegmentDatabase(
      await openDB<Schema>(searchDatabase(accountId), 1, {
        upgrade(created) {
          created.createObjectStore('segments');
          created.createObjectStore('manifest');
        },
        // An open connection would prevent signing out from deleting the database.
        blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
      }),
    );
  }

  async readManifest(): Promise<Bytes | null> {
    return (await this.#database.get('manifest', 'manifest')) ?? null;
  }

  async readSegment(key: number): Promise<Bytes | null> {
    return (await this.#database.get('segments', key)) ?? null;
  }

  /** Resolves with false if another tab has changed the index since `before`. */
  async write({ before, manifest, added, removed }: StoredChange): Promise<boolean> {
    const change = this.#database.transaction(['segments', 'manifest'], 'readwrite');
    const current = (await change.objectStore('manifest').get('manifest')) ?? null;
    const isCurrent = isSame(current, before);
    if (isCurrent) {
      await change.objectStore('manifest').put(manifest, 'manifest');
      for (const { key, segment } of added) await change.objectStore('segments').put(segment, key);
      for (const key of removed) await change.objectStore('segments').delete(key);
    }
    await change.done;
    return isCurrent;
  }

  async clear(): Promise<void> {
    const change = this.#database.transaction(['segments', 'manifest'], 'readwrite');
    await change.objectStore('segments').clear();
    await change.objectStore('manifest').clear();
    await change.done;
  }

  close(): void {
    this.#database.close();
  }
}

/** Each encryption produces different bytes, so equal bytes are the same version. */
function isSame(one: Bytes | null, other: Bytes | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}
