import { z } from 'zod';
import { toStorable } from '../domain/text.ts';
import { readCharacterCard, type ReadPersona } from './character-card.ts';
import { type Persona, personaSchema } from './persona.ts';

const format = 'clover-personas';
/** In bytes. Larger files are not read. */
export const maxPersonaFileSize = 2 * 1_048_576;
/** The maximum number of personas of an account, and of published personas. */
export const maxPersonas = 100;

const file = z.object({ format: z.literal(format), personas: z.array(z.unknown()).min(1).max(maxPersonas) });

export function writePersonaFile(personas: readonly Persona[]): string {
  // Parsing removes fields that don't belong to a persona, such as its id.
  return JSON.stringify({ format, personas: personas.map((each) => personaSchema.parse(each)) }, null, 2);
}

interface PersonaFile {
  readonly personas: readonly ReadPersona[];
  /** The number of personas that could not be read. */
  readonly invalid: number;
}

/**
 * Reads personas from a file of this app, or a character card of another client. Unknown fields are ignored. Null if it
 * is neither.
 */
export function readPersonaFile(content: string): PersonaFile | null {
  let json: unknown;
  try {
    json = JSON.parse(toStorable(content).replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
  const { data } = file.safeParse(json);
  if (!data) {
    const card = readCharacterCard(json);
    return card && { personas: [card], invalid: 0 };
  }
  const personas = data.personas.flatMap((each) => personaSchema.safeParse(each).data ?? []);
  return {
    personas: personas.map((persona) => ({ persona, isCut: false })),
    invalid: data.personas.length - personas.length,
  };
}
