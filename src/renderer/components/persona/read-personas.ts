import type { Persona } from '../../../shared/personas/persona.ts';
import { maxPersonaFileSize, readPersonaFile } from '../../../shared/personas/persona-file.ts';
import { personaFileTexts as texts } from './texts.ts';

/** The file contains nothing to import. The message is for the user. */
export class PersonaFileError extends Error {}

interface ReadPersonas {
  readonly personas: readonly Persona[];
  /** What was left out or shortened, as texts for the user. */
  readonly notes: readonly string[];
}

/** Reads a file with personas or a character card. Throws PersonaFileError. */
export async function readPersonas(file: File): Promise<ReadPersonas> {
  if (file.size > maxPersonaFileSize) throw new PersonaFileError(texts.tooLarge);
  const read = readPersonaFile(await file.text());
  if (!read) throw new PersonaFileError(texts.unknown);
  return {
    personas: read.personas.map(({ persona }) => persona),
    notes: [
      ...(read.invalid > 0 ? [texts.invalid({ count: read.invalid })] : []),
      ...read.personas.filter(({ isCut }) => isCut).map(({ persona }) => texts.cut({ name: persona.name })),
    ],
  };
}
