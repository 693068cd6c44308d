import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import type { StoredPersona } from '../../../../shared/personas/persona-row.ts';
import { SelectField } from '../../../components/SelectField.tsx';
import { usePersonas } from '../../../lib/personas.ts';
import { useChatEngine } from '../chat-context.ts';
import { noPersona, personaOptions } from './persona-options.ts';
import { personaTexts as texts } from './texts.ts';

interface PersonaFieldProps {
  readonly chosen: ChatParameters['persona'] | null;
  readonly onChoose: (persona: StoredPersona | null) => void;
}

export function PersonaField({ chosen, onChoose }: PersonaFieldProps) {
  const { userId } = useChatEngine();
  const { data: personas = [], isSuccess } = usePersonas(userId);
  const isGone = chosen && !personas.some(({ id }) => id === chosen.id);
  if (!chosen && personas.length === 0) return null;
  return (
    <SelectField
      name="persona"
      label={texts.label}
      title={texts.hint}
      value={chosen?.id ?? noPersona}
      options={[
        ...personaOptions(personas),
        ...(isGone ? [{ value: chosen.id, label: isSuccess ? texts.gone(chosen) : chosen.name }] : []),
      ]}
      onChoose={(value) => onChoose(personas.find(({ id }) => id === value) ?? null)}
    />
  );
}
