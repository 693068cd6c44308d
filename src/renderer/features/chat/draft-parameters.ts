import { useMemo, useSyncExternalStore } from 'react';
import { type ChatParameters, storedParameters } from '../../../shared/chats/chat-parameters.ts';
import { parametersDraftOf } from '../../lib/storage.ts';
import type { Drafts } from './drafts.ts';

/** Returns the parameters of a chat that is not stored yet. They are saved with its draft. */
export function useDraftParameters(drafts: Drafts, draftKey: string): ChatParameters | null {
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(parametersDraftOf(draftKey)));
  return useMemo(() => read(text), [text]);
}

export const readDraftParameters = (drafts: Drafts, draftKey: string): ChatParameters | null =>
  read(drafts.get(parametersDraftOf(draftKey)));

export const writeDraftParameters = (
  drafts: Drafts,
  draftKey: string,
  parameters: ChatParameters | null,
): void => drafts.set(parametersDraftOf(draftKey), parameters ? JSON.stringify(parameters) : '');

function read(text: string): ChatParameters | null {
  if (text === '') return null;
  try {
    return storedParameters.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
