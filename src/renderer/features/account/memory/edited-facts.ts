import { z } from 'zod';
import { draftKeys } from '../../../lib/storage.ts';
import { forgetUnsaved } from '../../../lib/unsaved.ts';

export const editedFact = z.object({ content: z.string() });

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
