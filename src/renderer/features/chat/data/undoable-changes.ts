import { chatLimits } from '../constants.ts';

interface UndoableChat {
  readonly chatId: string;
  readonly title: string;
  /** True if the chat was open when it was changed. */
  readonly wasOpen: boolean;
  /** Rejects if the change can't be undone now. */
  readonly undo: () => Promise<void>;
}

/** The chats that the user deleted or archived with one action. Undo restores all of them. */
export interface UndoableChange {
  readonly actionId: string;
  readonly kind: 'deleted' | 'archived';
  readonly chats: readonly UndoableChat[];
}

/**
 * Keeps deleted and archived chats in memory for ten seconds, so that they can be restored. The changes
 * themselves are not delayed.
 */
export class UndoableChanges {
  private changes: readonly UndoableChange[] = [];
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The latest change. A snapshot for useSyncExternalStore. */
  readonly last = (): UndoableChange | null => this.changes.at(-1) ?? null;

  has(chatId: string): boolean {
    return this.changes.some(({ chats }) => chats.some((chat) => chat.chatId === chatId));
  }

  add({ actionId, kind }: Omit<UndoableChange, 'chats'>, chat: UndoableChat): void {
    this.forgetChat(chat.chatId);
    const earlier = this.changes.find((change) => change.actionId === actionId);
    const change = { actionId, kind, chats: [...(earlier?.chats ?? []), chat] };
    this.changes = [...this.changes.filter((other) => other !== earlier), change];
    this.restart(change);
    this.notify();
  }

  /** Stops the timer while the pointer or the focus is on the notice. */
  pause({ actionId }: UndoableChange): void {
    clearTimeout(this.timers.get(actionId));
  }

  restart(change: UndoableChange): void {
    this.pause(change);
    const { actionId } = change;
    this.timers.set(
      actionId,
      setTimeout(() => this.forget(change), chatLimits.undoTime),
    );
  }

  forget(change: UndoableChange): void {
    this.pause(change);
    this.timers.delete(change.actionId);
    this.changes = this.changes.filter(({ actionId }) => actionId !== change.actionId);
    this.notify();
  }

  /** Removes a chat that was restored or can no longer be restored. */
  forgetChat(chatId: string): void {
    for (const change of this.changes) {
      const chats = change.chats.filter((chat) => chat.chatId !== chatId);
      if (chats.length === 0) this.forget(change);
      else if (chats.length < change.chats.length)
        this.changes = this.changes.map((other) => (other === change ? { ...change, chats } : other));
    }
    this.notify();
  }

  clear(): void {
    for (const change of this.changes) this.forget(change);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
