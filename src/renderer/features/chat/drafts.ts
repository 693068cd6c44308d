import type { DraftChange, KeptDrafts } from '../../lib/kept-drafts.ts';
import { chatLimits } from './constants.ts';

/**
 * Unsent text by chat, so that a look at another chat or page costs no word. With `kept` it is kept on the device
 * too, written when typing pauses; without, it lives in memory alone (temporary chats).
 */
export class Drafts {
  readonly #kept: KeptDrafts | null;
  readonly #texts = new Map<string, string>();
  readonly #cleared = new Map<string, string>();
  /** Keys whose text the device does not have yet. */
  readonly #unwritten = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #undo: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(kept: KeptDrafts | null = null) {
    this.#kept = kept;
    this.#undo = kept?.onChange((change) => this.#follow(change)) ?? (() => {});
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(key: string): string {
    const known = this.#texts.get(key);
    if (known !== undefined || !this.#kept) return known ?? '';
    const text = this.#kept.read(key);
    this.#texts.set(key, text);
    return text;
  }

  set(key: string, text: string): void {
    this.#texts.set(key, text);
    if (this.#kept) {
      this.#unwritten.add(key);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.flush(), chatLimits.draftPause);
    }
    this.#tell();
  }

  /** Gives the text away, to be sent. */
  take(key: string): string {
    const text = this.get(key);
    this.#cleared.delete(key);
    this.set(key, '');
    return text;
  }

  /** Empties the input; `restoreCleared` undoes it. */
  clear(key: string): void {
    const text = this.get(key);
    if (text.trim() !== '') this.#cleared.set(key, text);
    this.set(key, '');
  }

  /** Puts cleared text back into an empty input. False when there is none. */
  restoreCleared(key: string): boolean {
    const text = this.#cleared.get(key);
    if (text === undefined || this.get(key) !== '') return false;
    this.#cleared.delete(key);
    this.set(key, text);
    return true;
  }

  /** Gives back what could not be sent, in front of what has been begun meanwhile. */
  restore(key: string, text: string): void {
    this.set(key, inFront(text, this.get(key)));
  }

  /** What was begun under one key goes on under another. */
  move(from: string, to: string): void {
    const text = this.get(from);
    if (text === '') return;
    this.set(from, '');
    this.restore(to, text);
  }

  /**
   * Writes at once what the device does not have yet, e.g. when the page goes.
   *
   * @param unstored text that has left the input, but is not stored anywhere: the next visit finds it in its draft
   */
  flush(unstored: readonly { readonly key: string; readonly text: string }[] = []): void {
    clearTimeout(this.#timer);
    for (const key of this.#unwritten) this.#kept?.write(key, this.get(key));
    this.#unwritten.clear();
    for (const { key, text } of unstored) {
      this.#kept?.write(key, inFront(text, this.get(key)));
      // A page that comes back has the text where it was.
      this.#unwritten.add(key);
    }
  }

  dispose(): void {
    this.flush();
    this.#undo();
  }

  /** Another window has changed a draft: this one follows, unless its own text has gone another way. */
  #follow({ key, before, after }: DraftChange): void {
    if (this.#texts.get(key) !== before) return;
    this.#texts.set(key, after);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function inFront(text: string, begun: string): string {
  return begun === '' ? text : `${text}\n\n${begun}`;
}

/** The draft of a chat that does not exist yet. */
export const newChatDraft = 'new';
