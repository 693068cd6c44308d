import type { DraftChange, StoredDrafts } from '../../lib/unsent.ts';
import { chatLimits } from './constants.ts';

/** Why a text was refused, and how often it has been refused since it last changed. */
export interface TextRefusal {
  readonly reason: string;
  readonly count: number;
}

/**
 * Unsent text of each chat. With `stored`, the text is saved on the device when the user stops typing. Otherwise, as in
 * temporary chats, it stays in memory.
 */
export class Drafts {
  readonly #stored: StoredDrafts | null;
  readonly #texts = new Map<string, string>();
  readonly #cleared = new Map<string, string>();
  readonly #refusals = new Map<string, TextRefusal>();
  readonly #unwritten = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #saved = new Set<(key: string) => void>();
  readonly #undo: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(stored: StoredDrafts | null = null) {
    this.#stored = stored;
    this.#undo = stored?.onChange((change) => this.#follow(change)) ?? (() => {});
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Calls the listener for each changed draft once the device has saved it. Returns a function that
   * unsubscribes.
   */
  onSaved(listener: (key: string) => void): () => void {
    this.#saved.add(listener);
    return () => void this.#saved.delete(listener);
  }

  get(key: string): string {
    const known = this.#texts.get(key);
    if (known !== undefined || !this.#stored) return known ?? '';
    const text = this.#stored.read(key);
    this.#texts.set(key, text);
    return text;
  }

  set(key: string, text: string): void {
    this.#texts.set(key, text);
    this.#refusals.delete(key);
    if (this.#stored) {
      this.#unwritten.add(key);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.flush(), chatLimits.draftPause);
    }
    this.#notify();
  }

  take(key: string): string {
    const text = this.get(key);
    this.#cleared.delete(key);
    this.set(key, '');
    return text;
  }

  /** Empties the draft. `restoreCleared` undoes this. */
  clear(key: string): void {
    const text = this.get(key);
    if (text.trim() !== '') this.#cleared.set(key, text);
    this.set(key, '');
  }

  /** Restores cleared text if the input is empty. Returns true if text was restored. */
  restoreCleared(key: string): boolean {
    const text = this.#cleared.get(key);
    if (text === undefined || this.get(key) !== '') return false;
    this.#cleared.delete(key);
    this.set(key, text);
    return true;
  }

  /** Returns unsent text to the draft, before any text that was typed since. */
  restore(key: string, text: string): void {
    this.set(key, joinTexts(text, this.get(key)));
  }

  /** Returns refused text to the draft. The reason stays until the text changes. */
  refuse(key: string, text: string, reason: string): void {
    if (text !== '') this.restore(key, text);
    // Always a new object, so that the same reason is shown again.
    this.#refusals.set(key, { reason, count: (this.#refusals.get(key)?.count ?? 0) + 1 });
    this.#notify();
  }

  /** Returns why the draft's text was refused. Null if it wasn't refused, or has changed since. */
  refusalOf(key: string): TextRefusal | null {
    return this.#refusals.get(key) ?? null;
  }

  move(from: string, to: string): void {
    const text = this.get(from);
    if (text === '') return;
    const refused = this.refusalOf(from);
    this.set(from, '');
    if (refused === null) this.restore(to, text);
    else this.refuse(to, text, refused.reason);
  }

  /**
   * Saves all drafts immediately, for example when the page closes.
   *
   * @param unstored sent texts that the service has not stored. They are saved in their drafts for the next
   * visit
   */
  flush(unstored: readonly { readonly key: string; readonly text: string }[] = []): void {
    clearTimeout(this.#timer);
    const changed = [...this.#unwritten];
    this.#unwritten.clear();
    for (const key of changed) this.#stored?.write(key, this.get(key));
    for (const key of changed) for (const listener of this.#saved) listener(key);
    for (const { key, text } of unstored) {
      this.#stored?.write(key, joinTexts(text, this.get(key)));
      // These drafts must be saved again if the browser restores the page (bfcache).
      this.#unwritten.add(key);
    }
  }

  dispose(): void {
    this.flush();
    this.#undo();
  }

  /** Applies another window's change, unless the text differs in this window. */
  #follow({ key, before, after }: DraftChange): void {
    if (this.#texts.get(key) !== before) return;
    this.#texts.set(key, after);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Joins two texts with an empty line. */
export function joinTexts(text: string, later: string): string {
  if (text === '') return later;
  return later === '' ? text : `${text}\n\n${later}`;
}

export const newChatDraft = 'new';
