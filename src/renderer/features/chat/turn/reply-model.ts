import { isSameModel } from '../../../lib/model-choice.ts';
import { type ChatModel, choiceOf } from './live-turn.ts';

export interface OfferedModels {
  /** The selected model. Null while the models are loading, or if its key is missing. */
  readonly model: ChatModel | null;
  /** Absent while the models are loading. */
  readonly models?: readonly ChatModel[];
}

/** The models that the screen offers at the moment. */
export class CurrentModels {
  #offered: OfferedModels = { model: null };

  get(): OfferedModels {
    return this.#offered;
  }

  set(offered: OfferedModels): void {
    this.#offered = offered;
  }
}

/**
 * Returns the model that replies to a waiting message: the one it was sent to. If that model belongs to the active
 * vendor and is no longer offered, for example because an administrator has switched the vendor, the selected model
 * replies. A message for a vendor that the user has chosen, or for a model on this computer, never goes to another
 * model. The vendor's models may still be loading, or the computer's server may be stopped.
 */
export function replyModel(
  sentFor: ChatModel | null,
  { model, models = [] }: OfferedModels,
): ChatModel | null {
  if (!sentFor) return model;
  const isOffered = ({ id, vendorName = null }: ChatModel) =>
    models.some((other) => isSameModel(choiceOf(other), { id, vendorName }));
  const isReplaced =
    model && !sentFor.vendorName && !model.vendorName && isOffered(model) && !isOffered(sentFor);
  return isReplaced ? model : sentFor;
}
