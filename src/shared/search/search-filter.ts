import type { ChatDocument, MessageDocument } from './documents.ts';

export interface SearchFilter {
  /** Milliseconds since 1970. `since` is inclusive, `before` is exclusive. */
  readonly since: number | null;
  readonly before: number | null;
  readonly model: string | null;
  readonly hasCode: boolean;
  readonly state: 'all' | 'listed' | 'archived' | 'pinned';
  readonly project: string | null;
}

/** Returns whether a chat matches, like private.chat_fits, and is not older than `since`. */
export function chatMatches(
  { updatedAt, isPinned, isArchived, projectId }: ChatDocument,
  messages: ReadonlyMap<string, MessageDocument>,
  { since, state, project, model, hasCode }: SearchFilter,
): boolean {
  if (since !== null && Date.parse(updatedAt) < since) return false;
  if (project !== null && projectId !== project) return false;
  if (state === 'pinned' && !isPinned) return false;
  if (state === 'archived' && !isArchived) return false;
  if (state === 'listed' && isArchived) return false;
  const all = model !== null || hasCode ? [...messages.values()] : [];
  if (model !== null && !all.some((message) => message.modelId === model)) return false;
  return !hasCode || all.some((message) => message.hasCode);
}
