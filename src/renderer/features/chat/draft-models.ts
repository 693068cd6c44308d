import { useSyncExternalStore } from 'react';
import { type ModelChoice, modelChoice } from '../../lib/model-choice.ts';
import { modelDraftOf } from '../../lib/storage.ts';
import { type Drafts, newChatDraft } from './drafts.ts';

/** The draft of the model that is chosen for the new chat. */
export const newChatModel = modelDraftOf(newChatDraft);

/** A model in the drafts, saved like their text. */
export function useDraftModel(drafts: Drafts, key: string): ModelChoice | null {
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(key));
  return readModel(text);
}

export const writeDraftModel = (drafts: Drafts, key: string, model: ModelChoice | null): void =>
  drafts.set(key, model ? JSON.stringify({ id: model.id, vendorName: model.vendorName }) : '');

function readModel(text: string): ModelChoice | null {
  if (text === '') return null;
  try {
    return modelChoice.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
