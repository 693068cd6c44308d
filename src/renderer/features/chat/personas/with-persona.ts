import { type ChatParameters, nullIfEmpty } from '../../../../shared/chats/chat-parameters.ts';
import { type Persona, personaParameters } from '../../../../shared/personas/persona.ts';
import type { StoredPersona } from '../../../lib/personas.ts';
import { type ChatModel, choiceOf } from '../turn/live-turn.ts';

/** Copies a persona's instructions and parameters, so that the chat stays the same if the persona is changed or deleted. */
export function withPersona(
  before: ChatParameters | null,
  persona: StoredPersona | null,
): ChatParameters | null {
  const { summary, accountInstructions } = before ?? {};
  const others = {
    ...(summary && { summary }),
    ...(accountInstructions !== undefined && { accountInstructions }),
  };
  if (!persona) return nullIfEmpty(others);
  const { id, name, instructions, parameters } = persona;
  return {
    ...others,
    ...parameters,
    ...(instructions.trim() !== '' && { instructions }),
    persona: { id, name },
  };
}

/** The part of a chat that a persona made from it has. */
export const toPersona = (
  parameters: ChatParameters | null,
  model: ChatModel | null,
): Pick<Persona, 'instructions' | 'parameters' | 'model'> => ({
  instructions: parameters?.instructions ?? '',
  parameters: personaParameters.parse(parameters ?? {}),
  model: model && choiceOf(model),
});
