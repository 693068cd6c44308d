import { z } from 'zod';
import type { AccountInstructions } from '../../../../shared/account/instructions.ts';
import type { RefusedChange } from '../../../lib/refused-changes.ts';

const content = z.object({ about: z.string(), style: z.string(), is_used: z.boolean() });

export const instructionsDraft = content.extend({
  /**
   * The instructions as the user saw them before the edit. Null in drafts of older versions: saving such a draft shows
   * the stored instructions first.
   */
  seen: content.nullable().catch(null),
});
export type InstructionsDraft = Readonly<z.infer<typeof instructionsDraft>>;

export const instructionsForm = 'instructions';

export const contentOf = ({
  about,
  style,
  is_used,
}: Pick<AccountInstructions, 'about' | 'style' | 'is_used'>): z.infer<typeof content> => ({
  about,
  style,
  is_used,
});

/** Returns the draft that a refused change contains. Null if there is none. */
export function refusedDraft({ value, seen }: RefusedChange): InstructionsDraft | null {
  const draft = instructionsDraft.safeParse({ ...value, seen });
  return draft.data ?? null;
}

const projectDraft = z.object({ name: z.string().default(''), instructions: z.string().default('') });

/** Returns the texts of a refused change of a project. */
export const refusedProject = ({ value }: RefusedChange): z.infer<typeof projectDraft> =>
  projectDraft.safeParse(value).data ?? { name: '', instructions: '' };
