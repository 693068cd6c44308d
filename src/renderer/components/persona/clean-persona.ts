import { cleanText } from '../../../shared/domain/text.ts';
import type { Persona } from '../../../shared/personas/persona.ts';

/** Returns a persona as it is saved: without spaces around its texts, and without empty starters. */
export const cleanPersona = <Edited extends Persona>(persona: Edited): Edited => ({
  ...persona,
  name: cleanText(persona.name),
  instructions: cleanText(persona.instructions),
  starters: persona.starters.map(cleanText).filter((starter) => starter !== ''),
});
