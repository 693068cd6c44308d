/** Stores the chat for which a menu opens a dialog. The dialogs are in the sidebar, so that each menu can open them. */
function createChatRequest() {
  let chatId: string | null = null;
  const listeners = new Set<() => void>();
  return {
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
}

export const moveRequest = createChatRequest();
export const shareRequest = createChatRequest();
