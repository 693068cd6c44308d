import { createContext, useContext } from 'react';
import type { PersonaModelField } from '../../components/persona/PersonaFields.tsx';

/** Passed in, because features can't import each other. */
export interface ConsoleParts {
  readonly ModelField: PersonaModelField;
}

export const ConsolePartsContext = createContext<ConsoleParts | null>(null);

export function useConsoleParts(): ConsoleParts {
  const parts = useContext(ConsolePartsContext);
  if (!parts) throw new Error('Missing ConsolePartsContext.');
  return parts;
}
