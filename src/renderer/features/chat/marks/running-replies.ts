/** A reply that is being written, requested by any of the user's devices. */
export interface RunningReply {
  readonly id: string;
  readonly chatId: string;
  readonly questionId: string;
}

/** The user's running replies, one per chat. Screens read it with useSyncExternalStore. */
export class RunningReplies {
  readonly #onEnded: (reply: RunningReply) => void;
  #byChat: ReadonlyMap<string, RunningReply> = new Map();
  readonly #listeners = new Set<() => void>();

  /** @param onEnded called when a reply has ended, whichever page read it */
  constructor(onEnded: (reply: RunningReply) => void) {
    this.#onEnded = onEnded;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** By chat; the same map until one changes. */
  readonly all = (): ReadonlyMap<string, RunningReply> => this.#byChat;

  begin(reply: RunningReply): void {
    if (this.#byChat.get(reply.chatId)?.id !== reply.id) this.#replace([...this.#byChat.values(), reply]);
  }

  end(id: string): void {
    const running = [...this.#byChat.values()];
    if (running.some((reply) => reply.id === id)) this.set(running.filter((reply) => reply.id !== id));
  }

  /** Replaces all of them by what the service knows, e.g. after a lost connection. */
  set(replies: readonly RunningReply[]): void {
    const ids = new Set(replies.map(({ id }) => id));
    const ended = [...this.#byChat.values()].filter(({ id }) => !ids.has(id));
    this.#replace(replies);
    for (const reply of ended) this.#onEnded(reply);
  }

  #replace(replies: readonly RunningReply[]): void {
    this.#byChat = new Map(replies.map((reply) => [reply.chatId, reply]));
    for (const listener of this.#listeners) listener();
  }
}
