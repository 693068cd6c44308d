import type { SelectOption } from '../../../components/Select.tsx';
import type { ListedPersona } from '../../../lib/personas.ts';
import { personaTexts as texts } from './texts.ts';

/** The option for no persona. The value of an option can't be null. */
export const noPersona = 'none';

export const personaOptions = (personas: readonly ListedPersona[]): SelectOption[] => [
  { value: noPersona, label: texts.none },
  ...personas.map((persona) => ({
    value: persona.id,
    label: persona.isPublished ? texts.publishedName(persona) : persona.name,
  })),
];
