import { useSyncExternalStore } from 'react';
import { type ModelChoice, modelChoice } from '../../lib/model-choice.ts';
import { modelDraftOf } from '../../lib/storage.ts';
import { addDraftFiles } from './attachments/draft-files.ts';
import { type Drafts, newChatDraft } from './drafts.ts';
import type { SendOperation } from './outbox/operation.ts';
import { choiceOf } from './turn/live-turn.ts';

export const newChatModel = modelDraftOf(newChatDraft);

/** The draft key of a model that replies to one message instead of the chat's model. */
export const oneTimeModelOf = (draftKey: string): string => modelDraftOf(`${draftKey}:once`);

export function useDraftModel(drafts: Drafts, key: string): ModelChoice | null {
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(key));
  return readModel(text);
}

export const readDraftModel = (drafts: Drafts, key: string): ModelChoice | null => readModel(drafts.get(key));

export const writeDraftModel = (drafts: Drafts, key: string, model: ModelChoice | null): void =>
  drafts.set(key, model ? JSON.stringify({ id: model.id, vendorName: model.vendorName }) : '');

/**
 * Returns an unsent message to its draft, with its files and one-time model. If it was refused, the reason is
 * shown.
 */
export function restoreMessage(
  drafts: Drafts,
  draftKey: string,
  { typed, model, chatModel, files }: SendOperation,
  refusal: string | null = null,
): void {
  if (refusal === null) drafts.restore(draftKey, typed);
  else drafts.refuse(draftKey, typed, refusal);
  addDraftFiles(drafts, draftKey, files);
  if (chatModel && model) writeDraftModel(drafts, oneTimeModelOf(draftKey), choiceOf(model));
}

function readModel(text: string): ModelChoice | null {
  if (text === '') return null;
  try {
    return modelChoice.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
