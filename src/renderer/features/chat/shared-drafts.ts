import { isLocalOnlyDraft } from '../../lib/storage.ts';
import { listSharedDrafts, saveSharedDraft } from './data/shared-drafts.ts';
import { type Drafts, joinTexts } from './drafts.ts';

export interface DraftRequests {
  readonly list: () => Promise<ReadonlyMap<string, string>>;
  /** Stores a draft in the account. An empty text deletes it. */
  readonly save: (key: string, text: string) => Promise<void>;
}

/** The account's drafts as this device last saw them. */
export interface KnownDrafts {
  readonly keys: () => readonly string[];
  /** Returns an empty text if the account had no such draft. */
  readonly read: (key: string) => string;
  readonly write: (key: string, text: string) => void;
}

/**
 * Syncs drafts between this device and the account. If a draft has changed on two devices, both texts are kept. The
 * next `load` retries failed requests.
 */
export class SharedDrafts {
  readonly #drafts: Drafts;
  readonly #known: KnownDrafts;
  readonly #requests: DraftRequests;
  readonly #undo: () => void;
  /** Requests run one at a time, because an earlier response must not replace a later draft. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    drafts: Drafts,
    known: KnownDrafts,
    requests: DraftRequests = { list: listSharedDrafts, save: saveSharedDraft },
  ) {
    this.#drafts = drafts;
    this.#known = known;
    this.#requests = requests;
    this.#undo = drafts.onSaved((key) => {
      if (!isLocalOnlyDraft(key)) void this.#run(() => this.#save(key));
    });
  }

  /** Loads drafts that other devices have stored, and stores those that this device has changed. */
  load(): Promise<void> {
    return this.#run(async () => {
      const accountDrafts = await this.#requests.list();
      // Also saves text that was just typed.
      this.#drafts.flush();
      for (const key of new Set([...accountDrafts.keys(), ...this.#known.keys()]))
        this.#merge(key, accountDrafts.get(key) ?? '');
    });
  }

  dispose(): void {
    this.#undo();
  }

  #merge(key: string, stored: string): void {
    const localText = this.#drafts.get(key);
    const accountText = this.#known.read(key);
    this.#known.write(key, stored);
    if (localText === stored) return;
    if (localText === accountText) this.#drafts.set(key, stored);
    else if (stored === accountText) void this.#run(() => this.#save(key));
    else this.#drafts.set(key, localText === '' ? stored : joinTexts(stored, localText));
  }

  async #save(key: string): Promise<void> {
    const text = this.#drafts.get(key);
    if (text === this.#known.read(key)) return;
    await this.#requests.save(key, text);
    this.#known.write(key, text);
  }

  #run(request: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(request).catch(() => {});
    return this.#last;
  }
}
