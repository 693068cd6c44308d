import { z } from 'zod';
import type { RefusedChange } from '../../../lib/refused-changes.ts';
import { forgetUnsaved, unsavedFormOf } from '../../../lib/unsaved.ts';

const contentSchema = z.object({ name: z.string(), title: z.string(), text: z.string() });

const draftSchema = contentSchema.extend({
  /**
   * The prompt as the user saw it before the edit. Null for a new one, and in drafts of older versions: saving such a
   * draft shows the stored prompt first.
   */
  seen: contentSchema.nullable().catch(null),
});
type PromptDraft = Readonly<z.infer<typeof draftSchema>>;

/** Returns the draft that a refused change contains. Null if there is none. */
export function refusedPrompt(change: RefusedChange | undefined): PromptDraft | null {
  const draft = draftSchema.safeParse({ ...change?.value, seen: change?.seen ?? null });
  return draft.data ?? null;
}

const formOf = (promptId: string | null) => `prompt:${promptId ?? 'new'}`;

export const promptDraftOf = (userId: string, promptId: string | null) =>
  unsavedFormOf(userId, formOf(promptId), draftSchema);

export const forgetPromptDraft = (userId: string, promptId: string | null): void =>
  forgetUnsaved(userId, formOf(promptId));
