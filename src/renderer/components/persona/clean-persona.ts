import { cleanText } from '../../../shared/domain/text.ts';
import type { Persona } from '../../../shared/personas/persona.ts';

/** Removes the spaces around texts, and empty starters, before a persona is saved. */
export const cleanPersona = <Edited extends Persona>(persona: Edited): Edited => ({
  ...persona,
  name: cleanText(persona.name),
  instructions: cleanText(persona.instructions),
  starters: persona.starters.map(cleanText).filter((starter) => starter !== ''),
});
