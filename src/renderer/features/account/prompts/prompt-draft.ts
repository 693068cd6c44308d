import { z } from 'zod';
import { forgetUnsaved, unsavedFormOf } from '../../../lib/unsaved.ts';

const draftSchema = z.object({
  name: z.string(),
  title: z.string(),
  text: z.string(),
  /** The revision that the edit is based on; 0 for a new prompt. */
  revision: z.number(),
});

const formOf = (promptId: string | null) => `prompt:${promptId ?? 'new'}`;

export const promptDraftOf = (userId: string, promptId: string | null) =>
  unsavedFormOf(userId, formOf(promptId), draftSchema);

export const forgetPromptDraft = (userId: string, promptId: string | null): void =>
  forgetUnsaved(userId, formOf(promptId));
