import { decryptJson, encryptJson } from './encryption.ts';
import { createManifest, type Manifest, readManifest } from './manifest.ts';
import { mergeSegments, type Segment, segmentsToMerge } from './merge.ts';
import { SegmentDatabase } from './segment-database.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The index on this device as encrypted segments, each with some changes. If a segment is missing, damaged or encrypted
 * with another key, all are deleted and the index is rebuilt.
 */
export class SegmentStore {
  readonly #accountId: string;
  readonly #key: CryptoKey;
  readonly #database: SegmentDatabase;
  /** The manifest that was last read or written. */
  #manifest = createManifest();
  #stored: Bytes | null = null;
  /** The segments that this tab has read or written. */
  readonly #known = new Set<number>();

  private constructor(accountId: string, key: CryptoKey, database: SegmentDatabase) {
    this.#accountId = accountId;
    this.#key = key;
    this.#database = database;
  }

  static async open(accountId: string, key: CryptoKey): Promise<SegmentStore> {
    return new SegmentStore(accountId, key, await SegmentDatabase.open(accountId));
  }

  get cursor(): string | null {
    return this.#manifest.cursor;
  }

  /**
   * Calls `onSegment` with all segments that this tab doesn't know yet, in order. Resolves with false if the index must
   * be rebuilt, because the stored one was unreadable or another tab deleted it.
   */
  async load(onSegment: (segment: Segment) => void): Promise<boolean> {
    try {
      const encryptedManifest = await this.#database.readManifest();
      if (encryptedManifest === null) return this.#reset();
      const manifest = readManifest(await this.#decrypt('manifest', encryptedManifest));
      const first = manifest.segments.findIndex(({ key }) => !this.#known.has(key));
      // Applies all segments from the first unknown one, because a later change must follow the earlier ones.
      for (const { key } of first === -1 ? [] : manifest.segments.slice(first)) {
        onSegment(await this.#readSegment(key));
        this.#known.add(key);
      }
      this.#manifest = manifest;
      this.#stored = encryptedManifest;
      return true;
    } catch {
      await this.#database.clear();
      this.#reset();
      return false;
    }
  }

  /** Returns true if this tab had no index either. */
  #reset(): boolean {
    const isNew = this.#stored === null;
    this.#manifest = createManifest();
    this.#stored = null;
    this.#known.clear();
    return isNew;
  }

  /** Resolves with false if another tab has changed the index. Its changes must be loaded first. */
  async append(segment: Segment, cursor: string): Promise<boolean> {
    const isWritten = await this.#write([segment], cursor, []);
    const small = isWritten ? segmentsToMerge(this.#manifest) : [];
    if (small.length > 0)
      await this.#merge(
        small.map(({ key }) => key),
        cursor,
      );
    return isWritten;
  }

  /**
   * Replaces all segments, so that removed documents leave no trace. Resolves with false if another tab has changed the
   * index.
   */
  async replaceAll(segments: readonly Segment[]): Promise<boolean> {
    const { cursor } = this.#manifest;
    const keys = this.#manifest.segments.map(({ key }) => key);
    return cursor === null || this.#write(segments, cursor, keys);
  }

  close(): void {
    this.#database.close();
  }

  async #merge(keys: readonly number[], cursor: string): Promise<void> {
    const segments: Segment[] = [];
    for (const key of keys) segments.push(await this.#readSegment(key));
    await this.#write([mergeSegments(segments)], cursor, keys);
  }

  async #write(segments: readonly Segment[], cursor: string, replaced: readonly number[]): Promise<boolean> {
    const { next } = this.#manifest;
    const addedSegments = await Promise.all(
      segments.map(async (segment, place) => {
        const key = next + place;
        return { key, segment: await encryptJson(this.#key, this.#placeOf(key), segment) };
      }),
    );
    const manifest: Manifest = {
      ...this.#manifest,
      cursor,
      next: next + addedSegments.length,
      segments: [
        ...this.#manifest.segments.filter((each) => !replaced.includes(each.key)),
        ...addedSegments.map(({ key, segment }) => ({ key, bytes: segment.length })),
      ],
    };
    const encryptedManifest = await encryptJson(this.#key, this.#placeOf('manifest'), manifest);
    const change = {
      before: this.#stored,
      manifest: encryptedManifest,
      added: addedSegments,
      removed: replaced,
    };
    if (!(await this.#database.write(change))) return false;
    this.#manifest = manifest;
    this.#stored = encryptedManifest;
    for (const { key } of addedSegments) this.#known.add(key);
    return true;
  }

  async #readSegment(key: number): Promise<Segment> {
    const encryptedSegment = await this.#database.readSegment(key);
    if (encryptedSegment === null) throw new Error(`Segment ${key} is missing.`);
    // Not validated: only this app can have encrypted it, and the manifest contains the version.
    return (await this.#decrypt(key, encryptedSegment)) as Segment;
  }

  #decrypt(key: number | 'manifest', stored: Bytes): Promise<unknown> {
    return decryptJson(this.#key, this.#placeOf(key), stored);
  }

  #placeOf(key: number | 'manifest') {
    return { accountId: this.#accountId, key: String(key) };
  }
}
