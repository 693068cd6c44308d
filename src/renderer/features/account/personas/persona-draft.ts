import { z } from 'zod';
import { type Persona, personaSchema } from '../../../../shared/personas/persona.ts';
import type { RefusedChange } from '../../../lib/refused-changes.ts';

/** A persona while it is edited. Its texts may still be too long or missing. */
export const personaDraft = personaSchema.extend({
  name: z.string(),
  instructions: z.string(),
  starters: z.array(z.string()),
  /**
   * The persona as the user saw it before the edit. Null for a new one, and in drafts of older versions: saving such a
   * draft shows the stored persona first.
   */
  seen: personaSchema.nullable().catch(null),
});
export type PersonaDraft = Readonly<z.infer<typeof personaDraft>>;

/** Returns the form's name. `personaId` is null for a new persona. */
export const personaForm = (personaId: string | null): string => `persona:${personaId ?? 'new'}`;

/** Leaves out what is not part of the persona itself, such as its id. */
export const personaOf = ({ name, color, instructions, model, parameters, starters }: Persona): Persona => ({
  name,
  color,
  instructions,
  model,
  parameters,
  starters,
});

/** Returns the draft that a refused change contains. Null if there is none. */
export function refusedDraft(change: RefusedChange | undefined): PersonaDraft | null {
  const draft = personaDraft.safeParse({ ...change?.value, seen: change?.seen ?? null });
  return draft.data ?? null;
}
