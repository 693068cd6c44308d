import { isSameModel } from '../../../lib/model-choice.ts';
import { type ChatModel, choiceOf } from './live-turn.ts';

export interface OfferedModels {
  /** The selected model. Null while the models are loading, or if its key is missing. */
  readonly model: ChatModel | null;
  /** Empty while the models are loading. */
  readonly models?: readonly ChatModel[];
}

/**
 * The model that replies to a waiting message: the one for which it was sent. If that one is no longer
 * offered, for example after administrators have switched the provider, the selected one.
 */
export function replyModel(
  sentFor: ChatModel | null,
  { model, models = [] }: OfferedModels,
): ChatModel | null {
  const isOffered = ({ id, vendorName = null }: ChatModel) =>
    models.some((other) => isSameModel(choiceOf(other), { id, vendorName }));
  return sentFor && (!model || !isOffered(model) || isOffered(sentFor)) ? sentFor : model;
}
