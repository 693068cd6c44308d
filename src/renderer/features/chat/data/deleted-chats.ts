import { chatLimits } from '../constants.ts';
export interface DeletedChat {
  readonly chatId: string;
  readonly title: string;
  /** True if it was open when it was deleted. */
  readonly wasOpen: boolean;
  /** Rejects if it can't be restored now. */
  readonly restore: () => Promise<void>;
}

/**
 * Keeps deleted chats in memory for ten seconds, so that they can be restored. On the service they are deleted as soon
 * as it can be reached.
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

  has(chatId: string): boolean {
    return this.entries.some((deleted) => deleted.chatId === chatId);
  }

  add(deleted: DeletedChat): void {
    this.entries = [...this.entries.filter(({ chatId }) => chatId !== deleted.chatId), deleted];
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

  /** Called when a chat can no longer be restored. */
  forgetChat(chatId: string): void {
    for (const deleted of this.entries) if (deleted.chatId === chatId) this.forget(deleted);
  }

  /** Forgets all of them when the user signs out. */
  clear(): void {
    for (const deleted of this.entries) this.forget(deleted);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
