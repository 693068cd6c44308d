import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useChatEngine } from '../chat-context.ts';
import { loadUntil, type useConversation } from '../data/use-conversation.ts';
import { readPlace } from './reading-place.ts';
import type { JumpTarget } from './use-jump.ts';

/** The number of latest messages to search. The message may have been deleted. */
const MAX_MESSAGES = 2_000;

/** Returns the message where the user stopped reading, and loads the pages up to it. */
export function useReadingPlace(
  chatId: string,
  stored: Pick<ReturnType<typeof useConversation>, 'rows' | 'hasOlder' | 'loadOlder' | 'isLoading'>,
): JumpTarget | null {
  const { userId, changes } = useChatEngine();
  // Temporary chats have no saved position.
  const [place] = useState(() => (changes === null ? null : readPlace(userId, chatId)));
  const isReady = place !== null && !stored.isLoading;
  const loadPages = useEffectEvent(async () => {
    const isEnough = (rows: readonly { readonly id: string }[]) =>
      rows.length > MAX_MESSAGES || rows.some(({ id }) => id === place?.id);
    // If loading fails, the chat opens at its end.
    await loadUntil(stored, isEnough).catch(() => {});
  });
  useEffect(() => {
    if (isReady) void loadPages();
  }, [isReady]);
  return useMemo(() => place && { ...place, visit: 'place' }, [place]);
}
