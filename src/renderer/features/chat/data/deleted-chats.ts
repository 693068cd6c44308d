import { chatLimits } from '../constants.ts';
import type { WholeChat } from './whole-chat.ts';

export interface DeletedChat {
  readonly chat: WholeChat;
  /** True if it was open when it was deleted. */
  readonly wasOpen: boolean;
}

/**
 * Keeps deleted chats in memory for ten seconds, so that they can be restored. On the service they are deleted
 * immediately.
 */
export class DeletedChats {
  private kept: readonly DeletedChat[] = [];
  private readonly clocks = new Map<DeletedChat, ReturnType<typeof setTimeout>>();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The last deleted chat, for useSyncExternalStore. */
  readonly last = (): DeletedChat | null => this.kept.at(-1) ?? null;

  keep(deleted: DeletedChat): void {
    this.kept = [...this.kept.filter(({ chat }) => chat.id !== deleted.chat.id), deleted];
    this.release(deleted);
    this.tell();
  }

  /** Pauses the timer while the user is about to decide. */
  hold(deleted: DeletedChat): void {
    clearTimeout(this.clocks.get(deleted));
  }

  /** Restarts the timer. */
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

  /** Forgets all of them when the user signs out. */
  clear(): void {
    for (const deleted of this.kept) this.forget(deleted);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
