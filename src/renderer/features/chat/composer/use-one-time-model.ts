import { useSyncExternalStore } from 'react';
import { isSameModel } from '../../../lib/model-choice.ts';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { oneTimeModelOf, oneTimeParametersOf, useDraftModel } from '../draft-models.ts';
import { type ChatModel, choiceOf } from '../turn/live-turn.ts';

/**
 * Returns the model that replies to the current message only, instead of the chat's model. Null if none was chosen, or
 * if it is no longer available.
 */
export function useOneTimeModel(draftKey: string): ChatModel | null {
  const { drafts } = useChatEngine();
  const { models = [] } = useChatScreen();
  const choice = useDraftModel(drafts, oneTimeModelOf(draftKey));
  return choice && (models.find((model) => isSameModel(choiceOf(model), choice)) ?? null);
}

/** True if a model or a persona was chosen for the current message only. */
export function useHasOneTime(draftKey: string): boolean {
  const { drafts } = useChatEngine();
  return useSyncExternalStore(drafts.subscribe, () =>
    [oneTimeModelOf, oneTimeParametersOf].some((keyOf) => drafts.get(keyOf(draftKey)) !== ''),
  );
}
