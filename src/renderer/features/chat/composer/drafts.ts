/** Unsent text by chat, kept while the app runs, so that a look at another chat or page costs no word. */
export class Drafts {
  readonly #texts = new Map<string, string>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(key: string): string {
    return this.#texts.get(key) ?? '';
  }

  set(key: string, text: string): void {
    if (text === '') this.#texts.delete(key);
    else this.#texts.set(key, text);
    for (const listener of this.#listeners) listener();
  }

  /** Gives back what could not be sent, in front of what has been begun meanwhile. */
  restore(key: string, text: string): void {
    const begun = this.get(key);
    this.set(key, begun === '' ? text : `${text}\n\n${begun}`);
  }
}

/** The draft of a chat that does not exist yet. */
export const newChatDraft = 'new';
