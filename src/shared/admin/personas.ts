import { z } from 'zod';
import { personaSchema } from '../personas/persona.ts';
import { maxPersonaFileSize, maxPersonas } from '../personas/persona-file.ts';

/** In bytes. A request may contain all personas of a file. */
export const maxPersonaRequestBytes = maxPersonaFileSize;

/** `POST /functions/v1/admin/personas/<action>`. */
export const personaRequestSchemas = {
  list: z.object({}),
  /**
   * Publishes all of the personas or none. If `known_revision` is null, the persona is new. Otherwise, it replaces a
   * published one that must still have this revision.
   */
  publish: z.object({
    personas: z
      .array(personaSchema.extend({ id: z.uuid(), known_revision: z.number().int().nullable() }))
      .min(1)
      .max(maxPersonas),
  }),
  remove: z.object({ id: z.uuid() }),
} as const;

/** Rows of `published_personas`, which `personaRow` reads. */
const list = z.object({ personas: z.array(z.looseObject({ id: z.string(), updated_at: z.string() })) });
export const personaReplySchemas = { list, publish: list, remove: list } as const;
