import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isUuid } from '../../../shared/domain/uuid.ts';
import type { ModelChoiceChat, ModelChoice } from '../../lib/model-choice.ts';
import { useChatEngine } from './chat-context.ts';
import { newChatModel, useDraftModel, writeDraftModel } from './draft-models.ts';
import { useStoredChat } from './use-stored-chat.ts';

/**
 * Returns the visible chat's model, which applies on all of the user's devices. A new chat's model is saved with its
 * draft.
 */
export function useChatModel(): ModelChoiceChat {
  const { userId, drafts, changes } = useChatEngine();
  const idParam = useSearchParams()[0].get('id');
  const id = idParam && isUuid(idParam) ? idParam : null;
  const { chat, isLoading } = useStoredChat(userId, id);
  const ofNewChat = useDraftModel(drafts, newChatModel);
  const model = id === null ? ofNewChat : isLoading ? undefined : (chat?.model ?? null);
  const choose = useCallback(
    (choice: ModelChoice) => {
      if (id === null) writeDraftModel(drafts, newChatModel, choice);
      else void changes?.chooseModel(id, choice);
    },
    [changes, drafts, id],
  );
  return useMemo(() => ({ id, model, choose }), [choose, id, model]);
}
