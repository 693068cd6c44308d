import { useCallback } from 'react';
import { transcriptOf } from '../../../../shared/domain/transcript.ts';
import { useChatEngine } from '../EngineContext.ts';
import { showMessages } from '../turn/live-turn.ts';
import type { useConversation } from './use-conversation.ts';

/** The whole conversation as text, older pages fetched where they are missing [CHAT-102]. */
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
      const { data, hasNextPage, isError } = await loadOlder();
      if (isError || !data) break;
      all = data.pages.toReversed().flat();
      isMore = hasNextPage;
    }
    return transcriptOf(showMessages(all, turns.get(chatId)));
  }, [chatId, rows, hasOlder, loadOlder, turns]);
}
