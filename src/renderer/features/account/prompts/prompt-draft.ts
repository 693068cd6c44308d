import { z } from 'zod';
import type { RefusedChange } from '../../../lib/refused-changes.ts';
import { unsavedFormOf } from '../../../lib/unsaved.ts';

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
export function refusedDraft(change: RefusedChange | undefined): PromptDraft | null {
  const draft = draftSchema.safeParse({ ...change?.value, seen: change?.seen ?? null });
  return draft.data ?? null;
}

/** The title and the text of a refused change. */
export function textOfRefused(change: RefusedChange): string {
  const { title = '', text = '' } = refusedDraft(change) ?? {};
  return title ? `${title}\n\n${text}` : text;
}

/** Returns the form's name. `promptId` is null for a new prompt. */
export const promptForm = (promptId: string | null): string => `prompt:${promptId ?? 'new'}`;

export const promptDraftOf = (userId: string, form: string) => unsavedFormOf(userId, form, draftSchema);
