import { useCallback, useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

/**
 * `stream`: replies appear as they arrive; in new chats, replies that arrive complete are typed out.
 * `typewriter`: in new chats, all replies are typed out. `instant`: replies appear as they arrive, without
 * typing.
 */
export const replyDisplays = ['stream', 'typewriter', 'instant'] as const;
export type ReplyDisplay = (typeof replyDisplays)[number];

const replyDisplayKey = (userId: string) => `clover-reply-display:${userId}` as const;

const listeners = new Set<() => void>();

/** Returns this device's choice. */
export function getReplyDisplay(userId: string): ReplyDisplay {
  const storedChoice = readStored(replyDisplayKey(userId));
  return replyDisplays.find((display) => display === storedChoice) ?? 'stream';
}

/** Saves the choice for all windows. */
export function setReplyDisplay(userId: string, display: ReplyDisplay): void {
  writeStored(replyDisplayKey(userId), display);
  for (const listener of listeners) listener();
}

export function useReplyDisplay(userId: string): ReplyDisplay {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => getReplyDisplay(userId), [userId]),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
