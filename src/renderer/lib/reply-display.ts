import { useCallback, useSyncExternalStore } from 'react';
import { readStored, replyDisplayKey, writeStored } from './storage.ts';

/**
 * How replies appear. `stream`: as they arrive; one that arrives whole in a chat begun in this visit is typed.
 * `typewriter`: all replies in such a chat are typed. `instant`: as they arrive, and nothing is typed.
 */
export const replyDisplays = ['stream', 'typewriter', 'instant'] as const;
export type ReplyDisplay = (typeof replyDisplays)[number];

const listeners = new Set<() => void>();

/** The choice of this user on this device. */
export function getReplyDisplay(userId: string): ReplyDisplay {
  const stored = readStored(replyDisplayKey(userId));
  return replyDisplays.find((display) => display === stored) ?? 'stream';
}

/** Keeps the choice; screens follow at once, in this window and by the storage event in the others. */
export function setReplyDisplay(userId: string, display: ReplyDisplay): void {
  writeStored(replyDisplayKey(userId), display);
  for (const listener of listeners) listener();
}

/** The choice, followed while mounted. */
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
