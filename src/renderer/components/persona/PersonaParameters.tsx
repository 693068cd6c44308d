import type { Persona } from '../../../shared/personas/persona.ts';
import { listOf } from '../../lib/locale.ts';
import { Button } from '../Button.tsx';
import { personaFieldTexts as texts } from './texts.ts';

interface PersonaParametersProps {
  readonly parameters: Persona['parameters'];
  readonly onRemove: () => void;
}

/** Shows the parameters of the chat that the persona was made from. */
export function PersonaParameters({ parameters, onRemove }: PersonaParametersProps) {
  const set = Object.entries(parameters).map(
    ([name, value]) => `${texts.parameterNames[name as keyof Persona['parameters']]} ${value}`,
  );
  if (set.length === 0) return null;
  return (
    <p>
      {texts.parameters({ names: listOf(set) })}{' '}
      <Button size="small" look="plain" onClick={onRemove}>
        {texts.removeParameters}
      </Button>
    </p>
  );
}
