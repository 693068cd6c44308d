import { useCallback } from 'react';
import { transcriptOf } from '../../../../shared/domain/transcript.ts';
import { useChatEngine } from '../EngineContext.ts';
import { showMessages } from '../turn/shown-messages.ts';
import type { useConversation } from './use-conversation.ts';

/** The whole conversation as text, older pages fetched where they are missing [CHAT-102]. Rejects when one cannot be. */
export function useTranscript(
  chatId: string,
  stored: ReturnType<typeof useConversation>,
): () => Promise<string> {
  const { turns } = useChatEngine().runner;
  const { rows, hasOlder, loadOlder } = stored;
  return useCallback(async () => {
    let all = rows;
    let isMore = hasOlder;
    while (isMore) {
      const { data, hasNextPage, error } = await loadOlder();
      // Half a conversation must not pass for the whole of it.
      if (error || !data) throw error ?? new Error('There are no messages.');
      all = data.pages.toReversed().flat();
      isMore = hasNextPage;
    }
    return transcriptOf(showMessages(all, turns.get(chatId)));
  }, [chatId, rows, hasOlder, loadOlder, turns]);
}
