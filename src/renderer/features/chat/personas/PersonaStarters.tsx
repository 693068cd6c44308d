import { usePersonas } from '../../../lib/personas.ts';
import { useChatEngine } from '../chat-context.ts';

interface PersonaStartersProps {
  readonly personaId: string;
  readonly onChoose: (prompt: string) => void;
}

/** Shows the persona's starter prompts. Renders nothing while they load, or if there are none. */
export function PersonaStarters({ personaId, onChoose }: PersonaStartersProps) {
  const { userId } = useChatEngine();
  const { data } = usePersonas(userId);
  const starters = data?.find(({ id }) => id === personaId)?.starters ?? [];
  return starters.map((prompt) => (
    <li key={prompt}>
      <button type="button" dir="auto" onClick={() => onChoose(prompt)}>
        {prompt}
      </button>
    </li>
  ));
}
