import { cleanText } from '../../../shared/domain/text.ts';
import type { Persona } from '../../../shared/personas/persona.ts';

/** Removes empty starters and the spaces around texts before a persona is saved. */
export const cleanPersona = <Edited extends Persona>(persona: Edited): Edited => ({
  ...persona,
  name: cleanText(persona.name),
  instructions: cleanText(persona.instructions),
  starters: persona.starters.map(cleanText).filter((starter) => starter !== ''),
});
