import { isSameModel } from '../../../lib/model-choice.ts';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { oneTimeModelOf, useDraftModel } from '../draft-models.ts';
import { type ChatModel, choiceOf } from '../turn/live-turn.ts';

/**
 * The model that answers the message in the input instead of the chat's model. Null if there is none, or if
 * it is no longer available.
 */
export function useOneTimeModel(draftKey: string): ChatModel | null {
  const { drafts } = useChatEngine();
  const { models = [] } = useChatScreen();
  const choice = useDraftModel(drafts, oneTimeModelOf(draftKey));
  return choice && (models.find((model) => isSameModel(choiceOf(model), choice)) ?? null);
}
