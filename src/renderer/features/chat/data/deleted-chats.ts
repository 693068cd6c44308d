import { chatLimits } from '../constants.ts';
import type { FullChat } from './full-chat.ts';

export interface DeletedChat {
  readonly chat: FullChat;
  /** True if it was open when it was deleted. */
  readonly wasOpen: boolean;
}

/**
 * Keeps deleted chats in memory for ten seconds, so that they can be restored. On the service they are deleted
 * immediately.
 */
export class DeletedChats {
  private entries: readonly DeletedChat[] = [];
  private readonly timers = new Map<DeletedChat, ReturnType<typeof setTimeout>>();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The last deleted chat, for useSyncExternalStore. */
  readonly last = (): DeletedChat | null => this.entries.at(-1) ?? null;

  add(deleted: DeletedChat): void {
    this.entries = [...this.entries.filter(({ chat }) => chat.id !== deleted.chat.id), deleted];
    this.restart(deleted);
    this.notify();
  }

  /** Pauses the timer while the user is about to decide. */
  pause(deleted: DeletedChat): void {
    clearTimeout(this.timers.get(deleted));
  }

  /** Restarts the timer. */
  restart(deleted: DeletedChat): void {
    this.pause(deleted);
    this.timers.set(
      deleted,
      setTimeout(() => this.forget(deleted), chatLimits.undoTime),
    );
  }

  forget(deleted: DeletedChat): void {
    this.pause(deleted);
    this.timers.delete(deleted);
    this.entries = this.entries.filter((other) => other !== deleted);
    this.notify();
  }

  /** Forgets all of them when the user signs out. */
  clear(): void {
    for (const deleted of this.entries) this.forget(deleted);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
