import { useEffect, useSyncExternalStore } from 'react';
import { useChatEngine } from '../chat-context.ts';

/** The ids of chats with an unread reply. */
export function useUnread(): ReadonlySet<string> {
  const { unread } = useChatEngine();
  return useSyncExternalStore(unread.subscribe, unread.all);
}

/** Marks a chat as open while mounted. */
export function useShownChat(chatId: string): void {
  const { unread } = useChatEngine();
  useEffect(() => unread.show(chatId), [chatId, unread]);
}
