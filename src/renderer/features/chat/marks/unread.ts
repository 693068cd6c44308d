/** Chats with a reply that arrived while another chat was open. Forgotten when the page closes. */
export class UnreadChats {
  #ids: ReadonlySet<string> = new Set();
  #shown: string | null = null;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the same set until a chat changes. */
  readonly all = (): ReadonlySet<string> => this.#ids;

  /** Marks a chat as open and read. Returns the function that closes it. */
  show(chatId: string): () => void {
    this.#shown = chatId;
    if (this.#ids.has(chatId)) this.#replace([...this.#ids].filter((id) => id !== chatId));
    return () => {
      if (this.#shown === chatId) this.#shown = null;
    };
  }

  isShown(chatId: string): boolean {
    return this.#shown === chatId;
  }

  /** Called when a reply arrives. */
  mark(chatId: string): void {
    if (chatId !== this.#shown && !this.#ids.has(chatId)) this.#replace([...this.#ids, chatId]);
  }

  #replace(ids: readonly string[]): void {
    this.#ids = new Set(ids);
    for (const listener of this.#listeners) listener();
  }
}
