import { z } from 'zod';
import { type Persona, personaColors, personaParameters } from './persona.ts';

/** A persona of the user, or one that administrators publish. */
export interface StoredPersona extends Persona {
  readonly id: string;
  /** Increases with each change. */
  readonly revision: number;
}

/** The columns that `personas` and `published_personas` have in common. */
export const personaColumns =
  'id, name, color, instructions, model_id, vendor_id, parameters, starters, revision';

export const personaRow = z
  .object({
    id: z.string(),
    name: z.string(),
    color: z.enum(personaColors).catch('green'),
    instructions: z.string(),
    model_id: z.string().nullable(),
    vendor_id: z.string().nullable(),
    parameters: personaParameters.catch({}),
    starters: z.array(z.string()),
    revision: z.number(),
  })
  .transform(({ model_id, vendor_id, ...persona }): StoredPersona => ({
    ...persona,
    model: model_id === null ? null : { id: model_id, vendorName: vendor_id },
  }));

export const toPersonaRow = ({ name, color, instructions, model, parameters, starters }: Persona) => ({
  name,
  color,
  instructions,
  model_id: model?.id ?? null,
  vendor_id: model?.vendorName ?? null,
  parameters,
  starters: [...starters],
});
