import { chatLimits } from '../constants.ts';
import type { WholeChat } from './whole-chat.ts';

/** A deleted chat in the memory of the window that deleted it. */
export interface DeletedChat {
  readonly chat: WholeChat;
  /** Whether it was on screen. */
  readonly wasOpen: boolean;
}

/** Keeps deleted chats for ten seconds, in memory alone: on the service they are gone at once. */
export class DeletedChats {
  private kept: readonly DeletedChat[] = [];
  private readonly clocks = new Map<DeletedChat, ReturnType<typeof setTimeout>>();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The one deleted last, for useSyncExternalStore. */
  readonly last = (): DeletedChat | null => this.kept.at(-1) ?? null;

  keep(deleted: DeletedChat): void {
    this.kept = [...this.kept.filter(({ chat }) => chat.id !== deleted.chat.id), deleted];
    this.release(deleted);
    this.tell();
  }

  /** Stops the clock while the person is about to decide. */
  hold(deleted: DeletedChat): void {
    clearTimeout(this.clocks.get(deleted));
  }

  /** Starts the clock anew. */
  release(deleted: DeletedChat): void {
    this.hold(deleted);
    this.clocks.set(
      deleted,
      setTimeout(() => this.forget(deleted), chatLimits.undoTime),
    );
  }

  forget(deleted: DeletedChat): void {
    this.hold(deleted);
    this.clocks.delete(deleted);
    this.kept = this.kept.filter((other) => other !== deleted);
    this.tell();
  }

  /** Forgets all of them: the person has left. */
  clear(): void {
    for (const deleted of this.kept) this.forget(deleted);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
