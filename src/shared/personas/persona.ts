import { z } from 'zod';
import { chatParameters, maxInstructionsLength } from '../chats/chat-parameters.ts';

export const personaColors = ['green', 'blue', 'purple', 'red', 'yellow', 'gray'] as const;
export type PersonaColor = (typeof personaColors)[number];

/** The database has the same limits. It limits only the total length of the starters. */
export const personaLimits = {
  name: 60,
  instructions: maxInstructionsLength,
  starters: 4,
  starter: 500,
} as const;

export const personaParameters = chatParameters.pick({
  temperature: true,
  topP: true,
  maxTokens: true,
  effort: true,
});

/** The fields of a persona, in a row and in a file. */
export const personaSchema = z.object({
  name: z.string().trim().min(1).max(personaLimits.name),
  color: z.enum(personaColors).catch('green'),
  instructions: z.string().max(personaLimits.instructions),
  /** Null for the user's default model. */
  model: z
    .object({ id: z.string().min(1).max(200), vendorName: z.string().max(100).nullable() })
    .nullable()
    .catch(null),
  parameters: personaParameters.catch({}),
  /** Prompts for starting a chat. */
  starters: z.array(z.string().trim().min(1).max(personaLimits.starter)).max(personaLimits.starters),
});
export type Persona = Readonly<z.infer<typeof personaSchema>>;

export const newPersona: Persona = {
  name: '',
  color: 'green',
  instructions: '',
  model: null,
  parameters: {},
  starters: [],
};
