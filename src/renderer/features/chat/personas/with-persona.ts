import {
  type ChatParameters,
  nullIfEmpty,
  withPersonaParameters,
} from '../../../../shared/chats/chat-parameters.ts';
import { type Persona, personaParameters } from '../../../../shared/personas/persona.ts';
import type { StoredPersona } from '../../../../shared/personas/persona-row.ts';
import { type ChatModel, choiceOf } from '../turn/live-turn.ts';

/** Copies a persona's instructions and parameters. The copy stays the same if the persona is changed or deleted. */
export const parametersOf = ({ id, name, instructions, parameters }: StoredPersona): ChatParameters => ({
  ...parameters,
  ...(instructions.trim() !== '' && { instructions }),
  persona: { id, name },
});

/** Applies a persona to a chat's parameters. Null removes the chat's persona. */
export const withPersona = (
  before: ChatParameters | null,
  persona: StoredPersona | null,
): ChatParameters | null =>
  nullIfEmpty(withPersonaParameters(before ?? {}, persona ? parametersOf(persona) : {}));

export const toPersona = (
  parameters: ChatParameters | null,
  model: ChatModel | null,
): Pick<Persona, 'instructions' | 'parameters' | 'model'> => ({
  instructions: parameters?.instructions ?? '',
  parameters: personaParameters.parse(parameters ?? {}),
  model: model && choiceOf(model),
});
