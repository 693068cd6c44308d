import { useEffect, useSyncExternalStore } from 'react';
import { useChatEngine } from '../chat-context.ts';

/** The ids of the chats in which a reply has arrived while another one was open. */
export function useUnread(): ReadonlySet<string> {
  const { unread } = useChatEngine().runner.turns;
  return useSyncExternalStore(unread.subscribe, unread.all);
}

/** Says that a chat is on screen while mounted. */
export function useShownChat(chatId: string): void {
  const { unread } = useChatEngine().runner.turns;
  useEffect(() => unread.show(chatId), [chatId, unread]);
}
