/** An unfinished reply that one of the user's devices requested. */
export interface RunningReply {
  readonly id: string;
  readonly chatId: string;
  readonly questionId: string;
}

/**
 * The user's running replies, as a store for useSyncExternalStore. While models are compared, a chat has
 * several of them.
 */
export class RunningReplies {
  readonly #onEnded: (reply: RunningReply) => void;
  #all: readonly RunningReply[] = [];
  #byChat: ReadonlyMap<string, RunningReply> = new Map();
  readonly #listeners = new Set<() => void>();

  /** @param onEnded called when a reply ends, even if another page reads it */
  constructor(onEnded: (reply: RunningReply) => void) {
    this.#onEnded = onEnded;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the same array until a reply starts or ends. */
  readonly all = (): readonly RunningReply[] => this.#all;

  /** Returns the latest running reply of each chat. The map stays the same until a reply starts or ends. */
  readonly byChat = (): ReadonlyMap<string, RunningReply> => this.#byChat;

  begin(reply: RunningReply): void {
    if (!this.#has(reply.id)) this.#replace([...this.#all, reply]);
  }

  end(id: string): void {
    if (this.#has(id)) this.set(this.#all.filter((reply) => reply.id !== id));
  }

  /** Sets the service's list, for example after a disconnection. */
  set(replies: readonly RunningReply[]): void {
    const ids = new Set(replies.map(({ id }) => id));
    const endedReplies = this.#all.filter(({ id }) => !ids.has(id));
    this.#replace(replies);
    for (const reply of endedReplies) this.#onEnded(reply);
  }

  #has(id: string): boolean {
    return this.#all.some((reply) => reply.id === id);
  }

  #replace(replies: readonly RunningReply[]): void {
    this.#all = replies;
    this.#byChat = new Map(replies.map((reply) => [reply.chatId, reply]));
    for (const listener of this.#listeners) listener();
  }
}
