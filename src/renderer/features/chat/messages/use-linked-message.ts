import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { isUuid } from '../../../../shared/domain/uuid.ts';
import { showToast } from '../../../lib/toast.ts';
import { useChatEngine } from '../chat-context.ts';
import { replaceBranch } from '../data/cache.ts';
import { findChatOf, listMessages, showVersion } from '../data/messages.ts';
import { loadUntil, type useConversation } from '../data/use-conversation.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { wordsIn } from '../search/found-message.ts';
import { chatToasts, messageToasts } from '../texts.ts';

/** A message that the URL links to (`?id=<chat>&message=<id>`), for example from a search result. */
export interface LinkedMessage {
  readonly id: string;
  /** Changes with each visit, so that the same link works repeatedly. */
  readonly visit: string;
  /** The words of the search that found the message. */
  readonly words?: readonly string[];
}

/** Returns the linked message. If it is not loaded, loads the pages up to it and, if necessary, shows its branch. */
export function useLinkedMessage(
  chatId: string,
  stored: Pick<
    ReturnType<typeof useConversation>,
    'rows' | 'hasOlder' | 'loadOlder' | 'isLoading' | 'hasFailed'
  >,
): LinkedMessage | null {
  const client = useQueryClient();
  const { store } = useChatEngine();
  const { key: visit, state } = useLocation();
  const words = useMemo(() => wordsIn(state), [state]);
  const address = useSearchParams()[0];
  const id = address.get('id') === chatId ? address.get('message') : null;
  const isReady = !stored.isLoading && !stored.hasFailed;
  const loadUpTo = useEffectEvent(async (messageId: string, isOver: () => boolean) => {
    const isLoaded = (rows: readonly { readonly id: string }[]) => rows.some((row) => row.id === messageId);
    const isEnough = (rows: readonly { readonly id: string }[]) => isOver() || isLoaded(rows);
    if (isLoaded(stored.rows)) return;
    try {
      // Only messages of this chat may change its active branch.
      const isOurs = isUuid(messageId) && (await isInChat(messageId, chatId, store));
      if (!isOurs) return showToast(messageToasts.notFound);
      if (isEnough(await loadUntil(stored, isEnough))) return;
      await showVersion(messageId);
      const end = await listMessages(chatId, null);
      replaceBranch(client, chatId, end);
      const hasOlder = (end[0]?.parentId ?? null) !== null;
      await loadUntil({ rows: end, hasOlder, loadOlder: stored.loadOlder }, isEnough);
    } catch {
      if (!isOver()) showToast(chatToasts.messagesNotLoaded);
    }
  });
  useEffect(() => {
    if (id === null || !isReady) return;
    let isOver = false;
    void loadUpTo(id, () => isOver);
    return () => void (isOver = true);
  }, [chatId, id, isReady, visit]);
  return id === null ? null : { id, visit, words };
}

/** True if the message is in the chat. If the service is unreachable, checks this device's copy. */
async function isInChat(messageId: string, chatId: string, store: ChatStore | null): Promise<boolean> {
  try {
    return (await findChatOf(messageId)) === chatId;
  } catch (error) {
    const storedMessages = (await store?.readMessages(chatId)) ?? [];
    if (storedMessages.some(({ id }) => id === messageId)) return true;
    throw error;
  }
}
