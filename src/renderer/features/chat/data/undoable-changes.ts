interface UndoableChat {
  readonly chatId: string;
  readonly title: string;
  readonly wasOpen: boolean;
  /** Rejects if the change can't be undone now. */
  readonly undo: () => Promise<void>;
}

/** The chats that the user deleted, archived or moved with one action. Undo restores all of them. */
export interface UndoableChange {
  readonly actionId: string;
  readonly kind: 'deleted' | 'archived' | 'moved';
  readonly chats: readonly UndoableChat[];
}

/**
 * Keeps deleted, archived and moved chats in memory while their toasts offer Undo. The changes themselves are
 * not delayed.
 */
export class UndoableChanges {
  private changes: readonly UndoableChange[] = [];
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** A snapshot for useSyncExternalStore. Adding a chat to a change creates a new object. */
  readonly all = (): readonly UndoableChange[] => this.changes;

  has(chatId: string): boolean {
    return this.changes.some(({ chats }) => chats.some((chat) => chat.chatId === chatId));
  }

  add({ actionId, kind }: Omit<UndoableChange, 'chats'>, chat: UndoableChat): void {
    this.forgetChat(chat.chatId);
    const earlier = this.changes.find((change) => change.actionId === actionId);
    const change = { actionId, kind, chats: [...(earlier?.chats ?? []), chat] };
    this.set([...this.changes.filter((other) => other !== earlier), change]);
  }

  forget({ actionId }: Pick<UndoableChange, 'actionId'>): void {
    this.set(this.changes.filter((change) => change.actionId !== actionId));
  }

  /** Removes a chat that was restored or can no longer be restored. */
  forgetChat(chatId: string): void {
    if (!this.has(chatId)) return;
    const remaining = this.changes.map((change) => {
      const chats = change.chats.filter((chat) => chat.chatId !== chatId);
      return chats.length === change.chats.length ? change : { ...change, chats };
    });
    this.set(remaining.filter(({ chats }) => chats.length > 0));
  }

  clear(): void {
    this.set([]);
  }

  private set(changes: readonly UndoableChange[]): void {
    this.changes = changes;
    for (const listener of this.listeners) listener();
  }
}
