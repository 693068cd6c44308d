import { useEffect, useSyncExternalStore } from 'react';
import { useChatEngine } from '../chat-context.ts';

export function useUnread(): ReadonlySet<string> {
  const { unread } = useChatEngine();
  return useSyncExternalStore(unread.subscribe, unread.all);
}

/** Marks a chat as open while the component is mounted. */
export function useShownChat(chatId: string): void {
  const { unread } = useChatEngine();
  useEffect(() => unread.show(chatId), [chatId, unread]);
}
