import { z } from 'zod';
import type { RefusedChange } from '../../../lib/refused-changes.ts';
import { draftKeys } from '../../../lib/storage.ts';
import { forgetUnsaved } from '../../../lib/unsaved.ts';

export const editedFact = z.object({
  content: z.string(),
  /** True if the service has refused the fact as a new one, so that no device has deleted it. */
  isNew: z.boolean().exactOptional(),
});
type EditedFact = Readonly<z.infer<typeof editedFact>>;

/** Returns the draft that a refused change contains. Null if there is none. */
export function refusedDraft({ value, seen }: RefusedChange): EditedFact | null {
  const draft = editedFact.safeParse({ ...value, ...(seen === null && { isNew: true }) });
  return draft.data ?? null;
}

const prefix = 'memory-';

export const factForm = (id: string): string => prefix + id;

/** Returns the ids of facts with unsaved edits on this device. */
export function listEditedFacts(userId: string): readonly string[] {
  const start = draftKeys.of(userId, prefix);
  return draftKeys
    .list(userId)
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length));
}

export function forgetEditedFacts(userId: string): void {
  for (const id of listEditedFacts(userId)) forgetUnsaved(userId, factForm(id));
}
