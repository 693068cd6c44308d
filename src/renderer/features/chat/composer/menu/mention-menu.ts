import type { ChatParameters } from '../../../../../shared/chats/chat-parameters.ts';
import { bestMatches, matchOf } from '../../../../lib/match.ts';
import { isSameModel } from '../../../../lib/model-choice.ts';
import type { ListedPersona } from '../../../../lib/personas.ts';
import { parametersOf } from '../../personas/with-persona.ts';
import { type ChatModel, choiceOf } from '../../turn/live-turn.ts';
import type { Menu, MenuGroup } from './menu.ts';
import { mentionMenuTexts as texts } from './mention-texts.ts';

/** Rendering more entries would be slow. */
const MAX_ENTRIES = 30;

/** The persona or model that replies to one message only. */
export interface OneTimeChoice {
  /** The persona's copy. Null if only a model was chosen. */
  readonly parameters: ChatParameters | null;
  readonly model: ChatModel | null;
}

interface MentionOptions {
  readonly query: string;
  /** The text before the at sign. */
  readonly before: string;
  readonly personas: readonly ListedPersona[];
  /** Loads the personas again. Null unless loading them has failed. */
  readonly retry: (() => void) | null;
  readonly models: readonly ChatModel[];
  readonly onChoose: (choice: OneTimeChoice) => void;
}

/**
 * Returns the menu of matching personas and models. Null if nothing matches or the @ is inside code: the word is then
 * ordinary text.
 */
export function mentionMenu(options: MentionOptions): Menu | null {
  const { query, before, personas, retry, models, onChoose } = options;
  if (isCode(before)) return null;
  const personaGroup = (title: string, isPublished: boolean): MenuGroup => ({
    title,
    entries: bestMatches(
      query,
      personas.filter((persona) => persona.isPublished === isPublished),
      ({ name }) => [name, ''],
    )
      .slice(0, MAX_ENTRIES)
      .map((persona) => ({
        id: persona.id,
        label: persona.name,
        note: persona.instructions.slice(0, 100),
        choose: () => onChoose({ parameters: parametersOf(persona), model: modelOf(persona, models) }),
      })),
  });
  const modelGroup: MenuGroup = {
    title: texts.models,
    entries: bestMatches(query, models, ({ id, name }) => [name, id])
      .slice(0, MAX_ENTRIES)
      .map((model) => ({
        id: `${model.vendorName ?? ''} ${model.id}`,
        label: model.name,
        choose: () => onChoose({ parameters: null, model }),
      })),
  };
  const groups = [personaGroup(texts.own, false), personaGroup(texts.published, true), modelGroup]
    .filter(({ entries }) => entries.length > 0)
    .toSorted((one, other) => bestMatchOf(query, other) - bestMatchOf(query, one));
  if (groups.length === 0) return null;
  // Comes last, so that Enter doesn't choose it instead of a match.
  const failure = retry && {
    title: texts.notLoaded,
    entries: [{ id: 'retry', label: texts.retry, choose: retry }],
  };
  return { label: texts.label, query, groups: failure ? [...groups, failure] : groups };
}

/**
 * Enter chooses the first entry, so a persona that hardly matches must not come before the model that the user types.
 */
const bestMatchOf = (query: string, { entries: [first] }: MenuGroup): number =>
  first ? matchOf(query, first.label) : 0;

/** Returns the persona's model if it is offered. */
const modelOf = ({ model }: ListedPersona, models: readonly ChatModel[]): ChatModel | null =>
  (model && models.find((offered) => isSameModel(choiceOf(offered), model))) ?? null;

/** True if the text ends inside a code block or inline code. */
function isCode(text: string): boolean {
  if ((text.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1) return true;
  const line = text.slice(text.lastIndexOf('\n') + 1);
  return (line.match(/`+/g)?.length ?? 0) % 2 === 1;
}
