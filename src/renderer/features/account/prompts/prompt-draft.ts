import { z } from 'zod';
import type { PromptContent } from '../../../../shared/domain/saved-prompts.ts';
import { storedDraftsOf } from '../../../lib/unsent.ts';

const draftSchema = z.object({
  name: z.string(),
  title: z.string(),
  text: z.string(),
  /** The revision that the user began to change. 0 for a new prompt. */
  revision: z.number(),
});
export type PromptDraft = z.infer<typeof draftSchema>;

/** What the user has typed into the form and not saved. It survives closing the settings, and reloads. */
export function promptDraftOf(userId: string, promptId: string | null) {
  const drafts = storedDraftsOf(userId);
  const key = `prompt:${promptId ?? 'new'}`;
  return {
    read: (): PromptDraft | null => {
      try {
        return draftSchema.parse(JSON.parse(drafts.read(key)));
      } catch {
        return null;
      }
    },
    write: ({ name, title, text }: PromptContent, revision: number) =>
      drafts.write(key, JSON.stringify({ name, title, text, revision })),
    forget: () => drafts.write(key, ''),
  };
}
