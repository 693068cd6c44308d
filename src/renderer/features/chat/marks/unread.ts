/** Chats whose reply arrived while another chat was open. They are lost when the page closes. */
export class UnreadChats {
  #ids: ReadonlySet<string> = new Set();
  #shown: string | null = null;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the same set until a chat is marked or read. */
  readonly all = (): ReadonlySet<string> => this.#ids;

  /** Marks a chat as open and read. Returns a function to call when it is no longer open. */
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

  mark(chatId: string): void {
    if (chatId !== this.#shown && !this.#ids.has(chatId)) this.#replace([...this.#ids, chatId]);
  }

  #replace(ids: readonly string[]): void {
    this.#ids = new Set(ids);
    for (const listener of this.#listeners) listener();
  }
}
