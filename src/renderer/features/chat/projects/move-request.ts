/** The drag type of chats. Files and dragged text are not accepted. */
export const chatDragType = 'application/x-clover-chat';

/** The chat that the user wants to move. The dialog is in the sidebar, so that each menu can open it. */
let chatId: string | null = null;
const listeners = new Set<() => void>();

export const moveRequest = {
  get: (): string | null => chatId,
  set: (id: string | null): void => {
    chatId = id;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
