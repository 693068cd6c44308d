import { useCallback } from 'react';
import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import { useChatEngine } from '../chat-context.ts';
import { useDraftParameters, writeDraftParameters } from '../draft-parameters.ts';
import { useStoredChat } from '../use-stored-chat.ts';

/** Returns the chat's parameters. If the chat is not stored yet, they are part of its draft. */
export function useParameters(storedId: string | null, draftKey: string) {
  const { userId, drafts, changes } = useChatEngine();
  const { chat } = useStoredChat(userId, storedId);
  const ofDraft = useDraftParameters(drafts, draftKey);
  const save = useCallback(
    (parameters: ChatParameters | null) => {
      if (storedId === null) writeDraftParameters(drafts, draftKey, parameters);
      else void changes?.setParameters(storedId, parameters);
    },
    [changes, draftKey, drafts, storedId],
  );
  return { parameters: storedId === null ? ofDraft : (chat?.parameters ?? null), save };
}
