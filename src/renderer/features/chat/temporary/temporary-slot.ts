import { showToast } from '../../../lib/toast.ts';
import type { TemporaryChat, TemporarySlot } from '../chat-context.ts';
import { chatToasts } from '../texts.ts';

/**
 * Creates a slot for at most one temporary chat. Starting a chat loads its code. Ending it aborts its running reply.
 */
export function createTemporarySlot(create: () => Promise<TemporaryChat>): TemporarySlot {
  const listeners = new Set<() => void>();
  let chat: TemporaryChat | null = null;
  let isOpening = false;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const replace = (next: TemporaryChat | null) => {
    chat?.engine.dispose();
    chat = next;
    isOpening = false;
    notify();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => chat,
    isOpening: () => isOpening,
    async begin() {
      isOpening = true;
      notify();
      try {
        const next = await create();
        if (isOpening) replace(next);
      } catch (error) {
        replace(null);
        showToast(chatToasts.refused({ message: error instanceof Error ? error.message : '' }));
      }
    },
    end: () => {
      if (chat || isOpening) replace(null);
    },
  };
}
