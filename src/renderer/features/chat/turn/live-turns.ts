import type { LiveTurn } from './live-turn.ts';

/**
 * The latest turns, one per chat. The runner and the outbox change them, and screens read them with
 * useSyncExternalStore.
 */
export class LiveTurns {
  #turns: ReadonlyMap<string, LiveTurn> = new Map();
  #unstored: readonly LiveTurn[] = [];
  #hasRefused = false;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the turns by chat id. The map stays the same until a turn changes. */
  readonly all = (): ReadonlyMap<string, LiveTurn> => this.#turns;

  /** Returns the turns whose chat is not stored yet. The array stays the same while there are none. */
  readonly unstored = (): readonly LiveTurn[] => this.#unstored;

  /** True once the service has refused a message in this visit. */
  readonly hasRefused = (): boolean => this.#hasRefused;

  refuse(): void {
    this.#hasRefused = true;
    this.notify();
  }

  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  get(chatId: string): LiveTurn | undefined {
    return this.#turns.get(chatId);
  }

  set(turn: LiveTurn): void {
    this.#replace(new Map(this.#turns).set(turn.chatId, turn));
  }

  change(chatId: string, change: Partial<LiveTurn>): void {
    const turn = this.#turns.get(chatId);
    if (turn) this.set({ ...turn, ...change });
  }

  remove(chatId: string): void {
    if (!this.#turns.has(chatId)) return;
    const turns = new Map(this.#turns);
    turns.delete(chatId);
    this.#replace(turns);
  }

  #replace(turns: ReadonlyMap<string, LiveTurn>): void {
    this.#turns = turns;
    const unstored = [...turns.values()].filter(({ isChatStored }) => !isChatStored);
    if (unstored.length > 0 || this.#unstored.length > 0) this.#unstored = unstored;
    this.notify();
  }
}
