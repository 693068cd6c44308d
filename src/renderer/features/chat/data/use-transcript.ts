import { useCallback } from 'react';
import { transcriptOf } from '../../../../shared/domain/transcript.ts';
import { useChatEngine } from '../EngineContext.ts';
import { showMessages } from '../turn/shown-messages.ts';
import { loadUntil, type useConversation } from './use-conversation.ts';

/** The whole conversation as text, older pages fetched where they are missing [CHAT-102]. Rejects when one cannot be. */
export function useTranscript(
  chatId: string,
  stored: ReturnType<typeof useConversation>,
): () => Promise<string> {
  const { turns } = useChatEngine().runner;
  const { rows, hasOlder, loadOlder } = stored;
  return useCallback(async () => {
    const all = await loadUntil({ rows, hasOlder, loadOlder }, () => false);
    return transcriptOf(showMessages(all, turns.get(chatId)));
  }, [chatId, rows, hasOlder, loadOlder, turns]);
}
