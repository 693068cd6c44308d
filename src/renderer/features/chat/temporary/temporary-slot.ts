import type { TemporaryChat } from './temporary-chat.ts';

/** The person's temporary chat, or none. Outlives the screen, like all that the engine holds. */
export class TemporarySlot {
  readonly #create: () => TemporaryChat;
  readonly #listeners = new Set<() => void>();
  #chat: TemporaryChat | null = null;

  constructor(create: () => TemporaryChat) {
    this.#create = create;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): TemporaryChat | null => this.#chat;

  begin(): void {
    this.end();
    this.#replace(this.#create());
  }

  /** Forgets the chat, the reply on its way included. */
  end(): void {
    this.#chat?.engine.dispose();
    if (this.#chat) this.#replace(null);
  }

  #replace(chat: TemporaryChat | null): void {
    this.#chat = chat;
    for (const listener of this.#listeners) listener();
  }
}
