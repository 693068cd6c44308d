import { ChatIndex } from '../../../../shared/search/chat-index.ts';
import type { Hit, SearchScope } from '../data/search-messages.ts';
import { toTimeRange } from '../history/filters.ts';
import { excerptAround, termsOf } from '../store/search-terms.ts';
import type { Changes, IndexState } from './changes.ts';
import type { Segment } from './storage/merge.ts';
import { SegmentStore } from './storage/segment-store.ts';

/** The number of documents per segment when all segments are rewritten. */
const documentsPerSegment = 1_000;

/** The index of one account: in memory, and encrypted on this device if the browser has storage. */
export class DeviceIndex {
  #index = new ChatIndex();
  #store: SegmentStore | null = null;
  #cursor: string | null = null;
  /** How many documents were added, including those that were replaced or removed later. */
  #loaded = 0;

  get state(): IndexState {
    return { messages: this.#index.size, cursor: this.#cursor };
  }

  /** Loads the stored index. Searches during loading find what is already loaded. */
  async open(accountId: string, key: CryptoKey): Promise<IndexState> {
    try {
      this.#store = await SegmentStore.open(accountId, key);
      await this.#load(this.#store);
      await this.#forgetRemoved(this.#store);
    } catch {
      this.#forgetStore();
    }
    return this.state;
  }

  /**
   * Adds changes that start at the cursor `from`, unless that is no longer the index's cursor. If another tab has
   * already added changes, loads those instead, and the returned cursor differs from `changes.cursor`.
   */
  async apply(changes: Changes, from: string | null): Promise<IndexState> {
    if (from !== this.#cursor) return this.state;
    const segment = this.#toSegment(changes);
    const isNew = segment.documents.length + segment.removedIds.length > 0 || changes.cursor !== from;
    try {
      if (isNew && this.#store && !(await this.#store.append(segment, changes.cursor))) {
        await this.#load(this.#store);
        return this.state;
      }
    } catch {
      // No space is left, or the database was deleted. Memory still has all changes.
      this.#forgetStore();
    }
    this.#add(segment);
    this.#cursor = changes.cursor;
    return this.state;
  }

  search(query: string, { filters, maxHits }: SearchScope): Hit[] {
    const { since, before } = toTimeRange(filters);
    const { model, hasCode, state, project } = filters;
    const filter = {
      since: since?.getTime() ?? null,
      before: before?.getTime() ?? null,
      model,
      hasCode,
      state,
      project,
    };
    const terms = termsOf(query);
    return this.#index.search(query, filter, maxHits, Date.now()).map(({ chat, message }) => ({
      chatId: chat.id,
      title: chat.title,
      messageId: message?.id ?? null,
      excerpt: excerptAround(message?.text ?? chat.title, terms),
      writtenAt: message?.writtenAt ?? chat.updatedAt,
      isArchived: chat.isArchived,
    }));
  }

  async #load(store: SegmentStore): Promise<void> {
    if (!(await store.load((segment) => this.#add(segment)))) this.#index = new ChatIndex();
    this.#cursor = store.cursor;
  }

  /** Leaves out what is already indexed. */
  #toSegment({ documents, removedIds, chatIds }: Changes): Segment {
    const current = chatIds && new Set(chatIds);
    const missing = current ? [...this.#index.chatIds()].filter((id) => !current.has(id)) : [];
    return {
      documents: documents.filter((document) => !this.#index.has(document)),
      removedIds: [...removedIds, ...missing],
    };
  }

  /** Rewrites all segments if they still contain many removed or replaced documents. */
  async #forgetRemoved(store: SegmentStore): Promise<void> {
    const documents = [...this.#index.documents()];
    if (this.#loaded <= documents.length * 1.1 + 100) return;
    const segments: Segment[] = [];
    for (let start = 0; start < documents.length; start += documentsPerSegment)
      segments.push({ removedIds: [], documents: documents.slice(start, start + documentsPerSegment) });
    await store.replaceAll(segments);
  }

  #add({ removedIds, documents }: Segment): void {
    for (const id of removedIds) this.#index.remove(id);
    for (const document of documents) this.#index.put(document);
    this.#loaded += documents.length;
  }

  #forgetStore(): void {
    this.#store?.close();
    this.#store = null;
  }
}
