import { z } from 'zod';
import { personaSchema } from '../../../../shared/personas/persona.ts';

/** A persona while it is edited. Its texts may still be too long or missing. */
export const personaDraft = personaSchema.extend({
  name: z.string(),
  instructions: z.string(),
  starters: z.array(z.string()),
  /** The revision that the edit is based on; 0 for a new persona. */
  revision: z.number(),
});
export type PersonaDraft = Readonly<z.infer<typeof personaDraft>>;

/** Returns the form's name. `personaId` is null for a new persona. */
export const personaForm = (personaId: string | null): string => `persona:${personaId ?? 'new'}`;
