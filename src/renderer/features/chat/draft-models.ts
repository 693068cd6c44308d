import { useSyncExternalStore } from 'react';
import { type ModelChoice, modelChoice } from '../../lib/model-choice.ts';
import { modelDraftOf, parametersDraftOf } from '../../lib/storage.ts';
import { addDraftFiles } from './attachments/draft-files.ts';
import { writeDraftParameters } from './draft-parameters.ts';
import { type Drafts, newChatDraft } from './drafts.ts';
import type { SendOperation } from './outbox/operation.ts';
import { choiceOf, type LiveTurn } from './turn/live-turn.ts';

export const newChatModel = modelDraftOf(newChatDraft);

/** Returns the key for the model and the persona that reply to the draft's message only. */
export const oneTimeDraftOf = (draftKey: string): string => `${draftKey}:once`;
export const oneTimeModelOf = (draftKey: string): string => modelDraftOf(oneTimeDraftOf(draftKey));
export const oneTimeParametersOf = (draftKey: string): string => parametersDraftOf(oneTimeDraftOf(draftKey));

export function useDraftModel(drafts: Drafts, key: string): ModelChoice | null {
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(key));
  return readModel(text);
}

export const readDraftModel = (drafts: Drafts, key: string): ModelChoice | null => readModel(drafts.get(key));

export const writeDraftModel = (drafts: Drafts, key: string, model: ModelChoice | null): void =>
  drafts.set(key, model ? JSON.stringify({ id: model.id, vendorName: model.vendorName }) : '');

/**
 * Returns an unsent message to its draft, with its files, one-time model and persona. If it was refused, the reason is
 * shown.
 */
export function restoreMessage(
  drafts: Drafts,
  draftKey: string,
  message: SendOperation,
  refusal: string | null = null,
): void {
  restoreDraft(drafts, draftKey, message);
  if (refusal !== null) drafts.refuse(draftKey, '', refusal);
  const { model, chatModel } = message;
  if (chatModel && model) writeDraftModel(drafts, oneTimeModelOf(draftKey), choiceOf(model));
}

/** Returns an unsent text to its draft, with its files and persona. */
export function restoreDraft(
  drafts: Drafts,
  draftKey: string,
  { typed, files, oneTimeParameters }: Pick<LiveTurn, 'typed' | 'files' | 'oneTimeParameters'>,
): void {
  drafts.restore(draftKey, typed);
  addDraftFiles(drafts, draftKey, files);
  if (oneTimeParameters) writeDraftParameters(drafts, oneTimeDraftOf(draftKey), oneTimeParameters);
}

function readModel(text: string): ModelChoice | null {
  if (text === '') return null;
  try {
    return modelChoice.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
